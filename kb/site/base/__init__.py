"""What all pages share: addresses, words in both languages, markup, look-ups."""

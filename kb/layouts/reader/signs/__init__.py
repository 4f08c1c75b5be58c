"""What a line or a text shows by itself: names, dates, headings, facts of cards, kinds of text."""

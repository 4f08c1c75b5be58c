"""Pure functions on text: folding, dates, language, symbols, names, rule numbers."""

"""Lists of rulings: dates found, their grammar inferred, entries cut."""

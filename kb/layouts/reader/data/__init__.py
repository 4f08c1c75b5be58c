"""The texts in data that may be rulings, with their dates and the names of their cards."""

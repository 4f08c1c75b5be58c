"""What is made of rulings once they are read: one for each date and text, their history, the rulebook, counts."""

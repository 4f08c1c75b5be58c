"""What the layouts of written pages share: lines, the vocabulary of their frames, names of cards, rulings."""

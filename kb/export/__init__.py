"""What leaves the knowledge base: rulings as JSON lines and CSV, and the safe copy of a whole index."""

"""From a query to ranked rulings: matching, scoring, order, highlights, and what to offer when nothing is found."""

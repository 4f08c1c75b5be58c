"""The card of each ruling of a page."""

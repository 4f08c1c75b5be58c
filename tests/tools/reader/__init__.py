"""How well pages are read: on samples, on layouts left out of the training, on generated pages."""

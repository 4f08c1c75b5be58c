"""The parts of a generator of made-up pages of rulings; `tests.tools.reader.generate` puts them together."""

"""From corpus files to a knowledge base: the stages in order, and what to look at in the corpus."""

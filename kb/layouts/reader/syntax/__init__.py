"""The values in files of data and in programs, whatever their language: one module for each way of writing."""

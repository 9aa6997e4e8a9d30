"""The stages of clustering sketches, each from DataFrames to DataFrames."""

"""The version of the package, defined here and nowhere else."""

__version__ = "0.1.0"

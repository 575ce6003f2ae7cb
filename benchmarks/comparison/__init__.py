"""The parts of compare.py: board sets, peers in their processes, figures, reports, the plot and the machine."""

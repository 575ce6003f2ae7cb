"""The parts of compare.py: board sets, peers at work in their processes, figures, reports, the plot, the machine."""

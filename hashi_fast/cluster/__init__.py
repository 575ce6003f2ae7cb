"""Cluster: production on many machines, any of which may be slow, hang or die.

`dispatch` decides who does what and does not know where the workers are; `dask_crew` finds them on a Dask cluster. A
*shard* is a range of candidates in a file of its own, a *part* (`shards`, `columns`); a *fleet* makes the parts of many
shards (`fleet`), and `merge` drops the duplicates among them. `mapping` solves or rates data sets by the same means.

Above `publishing`; knows nothing of `cli`.
"""

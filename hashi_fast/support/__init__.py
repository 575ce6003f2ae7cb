"""What knows nothing of Hashi: checks of arguments, files that are whole or not there, threads, memory, random numbers,
clock, and the status codes that all kernels share.

Everything else builds on this room; it imports nothing of the package but `errors`.
"""

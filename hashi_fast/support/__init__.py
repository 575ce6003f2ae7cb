"""Tools that know nothing of Hashi: argument checks, files that are complete or absent or have one writer, folders by
URL, threads, memory, random numbers, a clock and the status codes that all kernels share.

Everything else builds on this room. It imports nothing from the package except `errors`.
"""

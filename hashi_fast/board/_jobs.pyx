"""Workers that take the puzzles of a job (see _jobs.pxd)."""
from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t

from hashi_fast.board._topology cimport raise_failure, topology_free
from hashi_fast.support._status cimport CALL_AGAIN, OK


cdef extern from "hf_atomic.h" nogil:
    int64_t hf_fetch_add(int64_t *p, int64_t n)
    int64_t hf_load(int64_t *p)
    void hf_store(int64_t *p, int64_t x)


cdef enum:
    TURN_EFFORT = 1 << 19    # of one turn of a worker, about ten milliseconds; then it looks for Ctrl-C


cdef class Job:
    """One call about many puzzles."""

    def stop(self):
        """Tell every worker to stop before its next slice."""
        hf_store(&self.stopped, 1)


cdef class Worker:
    """The work of one thread on a job."""

    def __cinit__(self, Job job not None):
        self.shared = job
        self.current = -1

    def __dealloc__(self):
        topology_free(&self.topo)

    def run(self):
        """Take pieces and work on them until none is left or the job is stopped."""
        cdef Status status = CALL_AGAIN
        while status == CALL_AGAIN:
            with nogil:
                status = self.turn()
            raise_failure(status, &self.topo)
            PyErr_CheckSignals()

    cdef Status turn(self) noexcept nogil:
        cdef int64_t effort = 0
        cdef Status status
        while effort < TURN_EFFORT:
            if hf_load(&self.shared.stopped):
                return OK
            if self.current < 0:
                self.current = hf_fetch_add(&self.shared.next, 1)
                if self.current >= self.shared.n:
                    self.current = -1
                    return OK
                status = self.open()
                if status != OK:
                    return status
            status = self.advance(&effort)
            if status == OK:
                self.current = -1
            elif status != CALL_AGAIN:
                return status
        return CALL_AGAIN

    cdef Status open(self) noexcept nogil:
        return OK

    cdef Status advance(self, int64_t *effort) noexcept nogil:
        return OK

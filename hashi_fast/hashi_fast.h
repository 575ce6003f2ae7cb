/* hashi_fast from C: solve and count on flat arrays, without Python objects and without the GIL.
 *
 *     #include <hashi_fast.h>                      // its folder: hashi_fast.capi.get_include()
 *     const hashi_api *hashi = hashi_import();     // once, with the GIL held; NULL: a Python exception is set
 *     hashi_status status = hashi->solve(&board, no_limits, bridges);
 *
 * The code runs in a process with Python in it: in an extension module, or in a program that embeds Python. Nothing is
 * linked: the functions come from the installed package. They keep no state and may be called from any number of
 * threads at the same time, with or without the GIL.
 *
 * Islands are given in row-major order (by row, then column). Target -1 is an unknown clue. Bridges are returned in
 * edge order: for each island first the edge to the nearest island on the right, then the edge to the nearest one
 * below, if any. That is at most two edges per island; `edges` lists them.
 *
 * For Cython, hashi_fast/capi.pxd declares the same.
 */
#ifndef HASHI_FAST_H
#define HASHI_FAST_H

#include <Python.h>
#include <stdint.h>

#define HASHI_API_VERSION 1 /* goes up if anything below changes, except for functions added at the end */

typedef enum hashi_status {
    HASHI_FOUND = 0,      /* solve: a solution; count: the count is complete, or reached its limit; edges: done */
    HASHI_NONE = 1,       /* solve: there is no solution */
    HASHI_NODE_LIMIT = 2, /* the budget ran out first: no answer */
    HASHI_TIME_LIMIT = 3,
    HASHI_BAD_BOARD = 4,  /* no valid board (sizes, cells, order, targets), or `found` or `n_edges` is NULL */
    HASHI_NO_MEMORY = 5,
    HASHI_TOO_LARGE = 6   /* more islands or crossings than the tables can hold */
} hashi_status;

typedef struct hashi_board {
    int32_t width;         /* 1..10000 */
    int32_t height;        /* 1..10000 */
    int32_t n_islands;     /* at least 1 */
    int32_t max_bridges;   /* 1..4 bridges per pair of islands; 2 is the usual game */
    int32_t loops;         /* 0 forbids cycles of islands; 1 is the usual game */
    const int32_t *row;    /* [n_islands] */
    const int32_t *col;    /* [n_islands] */
    const int8_t *target;  /* [n_islands] */
} hashi_board;

typedef struct hashi_budget {
    int64_t node_limit;    /* search nodes, negative = no limit */
    double time_limit;     /* seconds, negative = no limit */
} hashi_budget;

typedef struct hashi_api {
    int32_t version; /* HASHI_API_VERSION of the installed package */

    /* Find a solution; `bridges` gets one count per edge ([2 * n_islands] is always enough). */
    hashi_status (*solve)(const hashi_board *board, hashi_budget budget, int8_t *bridges);

    /* Count solutions up to `limit` (negative: all of them) into `found`, which is also set when the budget runs out. */
    hashi_status (*count)(const hashi_board *board, int64_t limit, hashi_budget budget, int64_t *found);

    /* List the edges: `n_edges`, and for each the islands it joins, a < b ([2 * n_islands] each is always enough; NULL:
     * not wanted). */
    hashi_status (*edges)(const hashi_board *board, int32_t *edge_a, int32_t *edge_b, int32_t *n_edges);
} hashi_api;

/* Import hashi_fast and return its functions; NULL with a Python exception set if it cannot be imported or differs. */
static inline const hashi_api *hashi_import(void)
{
    const hashi_api *api = NULL;
    PyObject *capsule = NULL, *module = PyImport_ImportModule("hashi_fast.capi");
    if (module != NULL)
        capsule = PyObject_GetAttrString(module, "_C_API");
    if (capsule != NULL)
        api = (const hashi_api *)PyCapsule_GetPointer(capsule, "hashi_fast.capi._C_API");
    if (api != NULL && api->version != HASHI_API_VERSION) {
        PyErr_Format(PyExc_ImportError, "hashi_fast has version %d of its C interface; this was compiled for version %d",
                     (int)api->version, HASHI_API_VERSION);
        api = NULL;
    }
    Py_XDECREF(capsule); /* the module keeps it alive */
    Py_XDECREF(module);
    return api;
}

#endif

// The core of the game: puzzles, rules, states, history, formats, solver and hints. Pure functions, no page.
//
// This is the list of its public names. Nothing in core/ changes its arguments or knows a document.

export { PuzzleError } from "#core/errors.js";
export { MAX_BRIDGES, MAX_SIDE, cellInWords, makePuzzle } from "#core/puzzle.js";
export { parsePuzzle } from "#core/formats/json.js";
export { dumpsPuzzle, loadsPuzzle } from "#core/formats/index.js";
export { DOWN, LEFT, RIGHT, UP, buildTopology, edgeBetween, islandAt, navigate, otherEnd } from "#core/topology.js";
export { isMet, isSolved, islandTotals, newState, stateOf } from "#core/state.js";
export { applyCross, applyEdgeChange, applyLock, nextCount } from "#core/rules.js";
export { connectivity, groupMembers } from "#core/connectivity.js";
export { changeTo, matches, newHistory, record, redo, undo, undoToRight } from "#core/history.js";
export { parseSolution } from "#core/solution.js";
export { trouble } from "#core/trouble.js";
export { violations } from "#core/checker.js";
export { puzzleKey } from "#core/key.js";
export { decodeGame, encodeGame } from "#core/saves.js";
export { solve } from "#core/solver.js";
export { hint } from "#core/hints/hint.js";
export { walkthroughSteps } from "#core/hints/walkthrough.js";

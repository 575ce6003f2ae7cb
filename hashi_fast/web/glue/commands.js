/** What menu and keys do. */

import { aboutParts, counted, openCheckpoints, openDialog, openHelp, openMenu, openSettings, toast } from "#ui";
import { importPuzzle, print, saveToFile, share } from "#glue/exchange.js";
import { rulesOf } from "#glue/rules.js";

/** Open the menu. */
export function menu(app) {
  const { coach, play, other, settings } = app;
  const { session } = play;
  const groups = settings.get("groups");
  const game = [
    ["Correct so far?", () => coach.isRight()],
    ["Undo to where it was right", () => coach.undoToRight()],
    ["Checkpoints", () => checkpoints(app), session.checkpoints.length || ""],
    [groups ? "Do not colour the groups" : "Colour the groups", () => settings.set("groups", !groups)],
    ["Pause", () => app.pause()],
    ["Start over", () => startOver(app)],
  ];
  const keep = [
    ["Share", () => share(app)],
    ["Replay the solution with reasons", () => app.replay()],
    ["Print the empty board", () => print(app, false)],
    session.begun && ["Print the board as it is", () => print(app, true)],
    ["Save the game to a file", () => saveToFile(app)],
    ["Load a game from a file", () => importPuzzle(app)],
    ["Open this board in the editor", () => app.edit(session.puzzle)],
  ];
  openMenu([
    { title: "This game", items: other ? [["Back to the game", () => app.resume()]] : game },
    { title: "Puzzles", items: [
      ["Choose a puzzle", () => app.choose()],
      ["About this puzzle", () => openDialog({ title: play.item.name }, ...aboutParts(play.item, app.known()))],
      ["Next of this kind", () => app.next()],
      ["Random", () => app.random()],
      ["Today’s puzzle", () => app.open(app.library.daily(new Date()))],
      ["Import", () => importPuzzle(app)],
      ["Editor", () => app.edit()],
    ] },
    ...(other ? [] : [{ title: "Share and keep", items: keep }]),
    { title: "About", items: [
      ["Settings", () => openSettings(settings)],
      ["How to play", () => help(app), "?"],
    ] },
  ]);
}

/** Open the help page. */
export const help = ({ play }) => openHelp(rulesOf(play.session.puzzle));

function startOver({ play }) {
  if (play.session.reset()) toast("Started over.", { action: "Undo", onaction: () => play.undo() });
}

function checkpoints({ play }) {
  const { session } = play;
  openCheckpoints({
    checkpoints: session.checkpoints,
    onset: () => {
      const moves = counted(session.history.undo.length, "move");
      const name = `Checkpoint ${session.checkpoints.length + 1}, after ${moves}`;
      session.keepPosition(session.state, name);
      session.onchange();
      toast(`${name}.`);
    },
    ongo: (checkpoint) => {
      session.goTo(checkpoint, "checkpoint");
      toast(`Back at “${checkpoint.name}”.`, { action: "Undo", onaction: () => play.undo() });
    },
    ondrop: (checkpoint) => session.dropCheckpoint(checkpoint),
  });
}

/** Do what a key on the page asks for, unless a dialog or a field has it. */
export function key(app, event) {
  const taken = document.querySelector("dialog[open]") || /^(input|select|textarea)$/i.test(event.target.tagName);
  if (taken || event.defaultPrevented) return;
  const name = event.key.toLowerCase();
  const { coach, play, other, settings } = app;
  const stage = other ?? play;
  const act = (action) => {
    event.preventDefault();
    action();
  };
  if (event.ctrlKey || event.metaKey) {
    if (name === "y" || (name === "z" && event.shiftKey)) act(() => stage.redo?.());
    else if (name === "z") act(() => stage.undo?.());
    return;
  }
  if (event.altKey) return;
  if (other?.key(event)) return event.preventDefault();
  const { viewport } = stage.board;
  const common = {
    "+": () => viewport.zoom(1.5),
    "=": () => viewport.zoom(1.5),
    "-": () => viewport.zoom(1 / 1.5),
    f: () => viewport.fit(),
    "?": () => help(app),
  };
  const game = {
    h: () => coach.hint(),
    c: () => play.check(),
    p: () => app.pause(),
    g: () => settings.set("groups", !settings.get("groups")),
    escape: () => {
      play.letGo();
      coach.clear();
    },
  };
  const action = common[name] ?? (other ? null : game[name]);
  if (action) act(action);
}

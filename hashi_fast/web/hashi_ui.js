/** What is seen and touched: drawing, input, bars, cards and dialogs. Nothing here knows storage, packs or the server. */

export { Board } from "#ui/board.js";
export { putOnStage, toolBar, topBar } from "#ui/bars.js";
export { aboutCard, aboutParts, clearSide, hintCard, replayCard, showAbout, showCard, winCard } from "#ui/cards.js";
export { clearToast, openDialog, toast } from "#ui/dialogs.js";
export { capital, counted, el, fill, say, textButton } from "#ui/dom.js";
export { editBar, editCard, openBoard, openExport } from "#ui/editing.js";
export { listenKeys } from "#ui/keyboard.js";
export { openHelp, openMenu, openSettings } from "#ui/menus.js";
export { listen } from "#ui/pointer.js";
export { openSelector } from "#ui/selector.js";
export { edgeSentence } from "#ui/speech.js";
export { download, openCheckpoints, openImport, openShare, printBoard } from "#ui/transfer.js";

/** The start of the page: reads what Python tells it and opens the game. */

import { App } from "#glue/app.js";

const app = new App(JSON.parse(document.getElementById("hashi-config").textContent));
app.start();

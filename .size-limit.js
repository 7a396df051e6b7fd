import { readFileSync } from "node:fs";

// What a first visit must load before anything is drawn: the scripts that index.html names.
const html = readFileSync("dist/client/index.html", "utf8");
const scripts = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(
  ([, path]) => `dist/client/${path}`,
);

export default [{ name: "First-load JavaScript", path: scripts, limit: "90 kB", gzip: true }];

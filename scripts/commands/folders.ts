import { readFileSync, writeFileSync } from "node:fs";
import { drawFolders, tabulate, tabulateOwners } from "../folder-order/draw.ts";
import { readImportGraph } from "../folder-order/read-imports.ts";
import { frontend, worker } from "../folder-order/folders.ts";
import { exceptions, owners } from "../folder-order/owners.ts";

/** Draws docs/images/folders*.svg and the tables of the architecture guide. `--check` only compares them. */
const GUIDE = "docs/guides/architecture.md";

const isCheck = process.argv.includes("--check");
const graph = readImportGraph();
const guide = readFileSync(GUIDE, "utf8");

const parts: [name: string, content: string][] = [
  ["the owners of the tables", tabulateOwners(owners, exceptions)],
  ["the folders of the Worker", tabulate(worker)],
  ["the folders of the frontend", tabulate(frontend)],
];

const outputs: [file: string, content: string][] = [
  ["docs/images/folders.svg", drawFolders({ title: "The Worker", folders: worker, ...graph })],
  [
    "docs/images/folders-frontend.svg",
    drawFolders({ title: "The frontend", folders: frontend, ...graph }),
  ],
  [GUIDE, parts.reduce((text, [name, content]) => fillIn(text, name, content), guide)],
];

const stale = outputs.filter(([file, content]) => read(file) !== content);
if (isCheck && stale.length > 0) {
  console.error(`Out of date: ${stale.map(([file]) => file).join(", ")}. Run \`npm run folders\`.`);
  process.exitCode = 1;
} else for (const [file, content] of stale) writeFileSync(file, content);

/** Replaces the text between the two marker comments of a part of the guide. */
function fillIn(text: string, part: string, content: string): string {
  const [start, end] = [`<!-- ${part} -->`, `<!-- end of ${part} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`${GUIDE} has no place for ${part}`);
  return `${text.slice(0, from + start.length)}\n${content}\n${text.slice(to)}`;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

import type { Arrow } from "./read-imports.ts";
import type { Folder } from "./folders.ts";
import type { Exception } from "./owners.ts";

const ROW = 28;
const NAME_X = 230;
const HOLDS_X = 330;
const TOP = 92;
const WIDTH = 860;

/**
 * The Worker or the frontend as a picture: its top folders in their order, entry points first, and an arc for each pair
 * of which one imports the other. Every arc leads down, since the linter refuses the others.
 */
export function drawFolders(input: {
  title: string;
  folders: Folder[];
  files: Map<string, number>;
  arrows: Arrow[];
}): string {
  const folders = input.folders.filter(({ path }) => path === topOf(path));
  const files = sumBy(input.files, ([path]) => topOf(path));
  const arrows = sumBy(
    input.arrows.map(({ from, to, count }) => [`${topOf(from)} ${topOf(to)}`, count] as const),
    ([arrow]) => arrow,
  );
  const place = new Map(folders.map((folder, index) => [folder.path, TOP + index * ROW]));
  const arcs = [...arrows]
    .flatMap(([arrow, count]) => {
      const [from = "", to = ""] = arrow.split(" ");
      const [y1, y2] = [place.get(from), place.get(to)];
      return from === to || y1 === undefined || y2 === undefined ? [] : [{ y1, y2, count }];
    })
    .toSorted((a, b) => b.y2 - b.y1 - (a.y2 - a.y1))
    .map(({ y1, y2, count }) => {
      const x = NAME_X - 12;
      // The largest ellipse stays inside the picture.
      const rx = Math.min((y2 - y1) / 2, 8 + ((y2 - y1) / (folders.length * ROW)) * (NAME_X - 40));
      return `<path d="M${x} ${y1}A${rx.toFixed(1)} ${(y2 - y1) / 2} 0 0 0 ${x} ${y2}" stroke-width="${Math.min(3, 0.6 + count / 25).toFixed(1)}"/>`;
    });
  const names = folders.map((folder) => {
    const y = (place.get(folder.path) ?? 0) + 4;
    const [, ...rest] = folder.path.split("/");
    const count = files.get(folder.path) ?? 0;
    return [
      `<circle cx="${NAME_X - 12}" cy="${y - 4}" r="${Math.min(7, 2 + Math.sqrt(count) / 2).toFixed(1)}"/>`,
      `<text x="${NAME_X + 4}" y="${y}" class="name">${escape(rest.join("/"))}</text>`,
      `<text x="${HOLDS_X}" y="${y}" class="holds">${escape(folder.holds.replaceAll("`", ""))}</text>`,
    ].join("");
  });
  const height = TOP + folders.length * ROW + 16;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escape(input.title)}">
<style>
  svg { font: 13px ui-sans-serif, system-ui, sans-serif; background: #fff; fill: #1d2433 }
  path { fill: none; stroke: #0b7285; stroke-opacity: .35 }
  circle { fill: #0b7285 }
  .title { font-size: 20px; font-weight: 600 }
  .name { font-weight: 600 }
  .holds, .note { fill: #5b6475 }
  @media (prefers-color-scheme: dark) {
    svg { background: #11151c; fill: #e6e9ef }
    path { stroke: #66d9e8 } circle { fill: #66d9e8 } .holds, .note { fill: #98a2b3 }
  }
</style>
<text x="24" y="36" class="title">${escape(input.title)}</text>
<text x="24" y="58" class="note">An arc leads from a folder down to a folder that it imports. No arc leads up: the linter refuses it.</text>
${arcs.join("\n")}
${names.join("\n")}
</svg>
`;
}

/** `worker/admin` of `worker/admin/orders`. */
function topOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

function sumBy<Entry extends readonly [string, number]>(
  entries: Iterable<Entry>,
  keyOf: (entry: Entry) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const entry of entries) sums.set(keyOf(entry), (sums.get(keyOf(entry)) ?? 0) + entry[1]);
  return sums;
}

/** The folders as a table in Markdown, from the entry points down. */
export function tabulate(folders: Folder[]): string {
  const rows = folders.map(
    ({ path, holds, never }) => `| \`${path}\` | ${holds} | ${never ? `${never}` : ""} |`,
  );
  return ["| folder | what is in it | what is never in it |", "| --- | --- | --- |", ...rows].join(
    "\n",
  );
}

/** Who writes which table as a table in Markdown, and the exceptions as a list below it. */
export function tabulateOwners(owners: Record<string, string[]>, exceptions: Exception[]): string {
  const code = (names: string[]) => names.map((name) => `\`${name}\``).join(", ");
  return [
    "| only this folder | writes these tables |",
    "| --- | --- |",
    ...Object.entries(owners).map(
      ([folder, tables]) => `| \`worker/${folder}\` | ${code(tables)} |`,
    ),
    "",
    "The exceptions:",
    "",
    ...exceptions.map(({ file, tables, because }) => {
      const which = tables === "any" ? "any table" : code(tables);
      return `- \`${file}\` writes ${which}. ${because}`;
    }),
  ].join("\n");
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

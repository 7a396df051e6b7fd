import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { folderOf } from "./folders.ts";

/** How many imports lead from one folder into another. */
export type Arrow = { from: string; to: string; count: number };

/**
 * The folders with their number of files, and the arrows between them, from all files but the ignored ones. They are
 * read in the order of their names: git lists the new ones apart, and the picture must not change when they are
 * committed.
 */
export function readImportGraph(): { files: Map<string, number>; arrows: Arrow[] } {
  const list = ["ls-files", "-co", "--exclude-standard", "worker", "frontend"];
  const names = execFileSync("git", list, { encoding: "utf8" }).trim().split("\n");
  const files = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const file of names.filter(existsSync).toSorted()) {
    const folder = /\.tsx?$/.test(file) ? folderOf(file)?.path : undefined;
    if (!folder) continue;
    files.set(folder, (files.get(folder) ?? 0) + 1);
    for (const target of readImports(file)) {
      const other = folderOf(target)?.path;
      if (!other || other === folder) continue;
      const arrow = `${folder} ${other}`;
      counts.set(arrow, (counts.get(arrow) ?? 0) + 1);
    }
  }
  const arrows = [...counts].map(([arrow, count]) => {
    const [from = "", to = ""] = arrow.split(" ");
    return { from, to, count };
  });
  return { files, arrows };
}

/** The project's own files that a file imports, also for their types, by their path from the root. */
function readImports(file: string): string[] {
  const code = readFileSync(file, "utf8");
  const { module } = parseSync(file, code);
  return [
    // `import("./page.tsx")`: the place of its text, with the quotes.
    ...module.dynamicImports.map(({ moduleRequest }) =>
      code.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    ),
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""),
    ),
  ]
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(file), specifier));
}

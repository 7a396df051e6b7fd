import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { roomOf } from "./rooms.ts";

/** How many imports lead from one room into another. */
export type Arrow = { from: string; to: string; count: number };

/** The rooms with their number of files, and the arrows between them, from the files that git tracks. */
export function readHouse(): { files: Map<string, number>; arrows: Arrow[] } {
  const tracked = execFileSync(
    "git",
    ["ls-files", "-co", "--exclude-standard", "worker", "frontend"],
    {
      encoding: "utf8",
    },
  );
  const files = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const file of tracked.trim().split("\n").filter(existsSync)) {
    const room = /\.tsx?$/.test(file) ? roomOf(file)?.path : undefined;
    if (!room) continue;
    files.set(room, (files.get(room) ?? 0) + 1);
    for (const target of readImports(file)) {
      const other = roomOf(target)?.path;
      if (!other || other === room) continue;
      const arrow = `${room} ${other}`;
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
  const { module } = parseSync(file, readFileSync(file, "utf8"));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""),
    ),
  ]
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => join(dirname(file), specifier));
}

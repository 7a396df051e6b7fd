const MARKS = { start: "<!-- the data points -->", end: "<!-- end of the data points -->" };

/** A column of a kind of data points, and what it means. The first two blobs are those of every kind. */
export type Column = { column: string; name: string; meaning: string };

/** A kind of data points, and its columns. */
export type PointEntry = { kind: string; meaning: string; columns: Column[] };

/** The blobs that every kind has before its own. */
const COMMON_BLOBS = 2;

/** Columns whose name says it all. */
const plainMeanings: Record<string, string> = { method: "The method of the request." };

/**
 * Reads the list of data points.
 * @param source the text of worker/metrics/points.ts
 * @throws Error if a kind or a column has no comment
 */
export function readPoints(source: string): PointEntry[] {
  const list = source.slice(source.indexOf("export const points"), source.indexOf("} as const;"));
  return [...list.matchAll(/\/\*\*((?:(?!\*\/)[^])*)\*\/\s*(\w+): \{([^}]*)\}/g)].map(
    ([, meaning = "", kind = "", lists = ""]) => ({
      kind,
      meaning: toLine(meaning),
      columns: [
        ...readColumns(lists, "blobs").map((each, at) => ({
          ...each,
          column: `blob${at + 1 + COMMON_BLOBS}`,
        })),
        ...readColumns(lists, "doubles").map((each, at) => ({
          ...each,
          column: `double${at + 1}`,
        })),
      ],
    }),
  );
}

function readColumns(lists: string, type: string): Omit<Column, "column">[] {
  const [, list = ""] = new RegExp(`${type}: \\[([^\\]]*)\\]`).exec(lists) ?? [];
  return [...list.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s*)?"(\w+)"/g)].map(
    ([, comment, name = ""]) => {
      const meaning = comment === undefined ? plainMeanings[name] : toLine(comment);
      if (meaning === undefined) throw new Error(`The column ${name} has no comment`);
      return { name, meaning };
    },
  );
}

const toLine = (comment: string) => comment.replaceAll(/\s*\n\s*\*\s?/g, " ").trim();

/** Returns the guide with the current tables of data points. */
export function replacePoints(guide: string, entries: PointEntry[]): string {
  const [before, rest = ""] = guide.split(MARKS.start);
  const after = rest.split(MARKS.end)[1];
  if (before === undefined || after === undefined)
    throw new Error("The guide has no place for the data points");
  const tables = entries.map(({ kind, meaning, columns }) =>
    [
      `### \`${kind}\``,
      "",
      meaning,
      "",
      "| column | what | meaning |",
      "| --- | --- | --- |",
      ...columns.map(
        (each) => `| \`${each.column}\` | ${each.name} | ${each.meaning.replaceAll("|", "\\|")} |`,
      ),
    ].join("\n"),
  );
  return [before, MARKS.start, "\n", tables.join("\n\n"), "\n", MARKS.end, after].join("");
}

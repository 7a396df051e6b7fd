import { spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { isWanted, type LogFilter } from "./filter-logs.ts";
import { formatJson, formatLine } from "./format-line.ts";
import { readLogs } from "./read-tail.ts";

/** Where logs are read: a deployed Worker by its name, a file, or the standard input. */
export type LogSource = { worker: string } | { file: string } | { input: Readable };

/**
 * Prints the wanted lines of a source until it ends. The logs of a deployed Worker begin now, and end with Ctrl-C.
 * @throws Error if `wrangler tail` could not be started, or ended with an error
 */
export async function showLogs(
  source: LogSource,
  options: { filter: LogFilter; isJson: boolean; print: (line: string) => void },
): Promise<void> {
  const { filter, isJson, print } = options;
  const opened = openSource(source);
  for await (const line of readLogs(createInterface({ input: opened.input })))
    if (isWanted(line, filter)) print(isJson ? formatJson(line) : formatLine(line));
  await opened.done;
}

function openSource(source: LogSource): { input: Readable; done: Promise<void> } {
  const done = Promise.resolve();
  if ("input" in source) return { input: source.input, done };
  if ("file" in source) return { input: createReadStream(source.file), done };
  const child = spawn("wrangler", ["tail", source.worker, "--format", "json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return {
    input: child.stdout,
    done: new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 || code === null
          ? resolve()
          : reject(new Error(`wrangler tail ended with code ${code}. See its message above.`)),
      );
    }),
  };
}

import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { RELEASES } from "./record.ts";

/** The Worker of the newest release, for the test that runs it on the database of today. */
export const WORKER_ARCHIVE = `${RELEASES}/worker.br`;

/** What draws pages, and the messages of other languages. The test only calls the API, and Git keeps every archive. */
const LEFT_OUT = /^(?:pages-|server-)|^messages[\\/](?!en-(?!XA))/;

/**
 * Packs a built Worker into one small file.
 * @param dir the folder of its modules
 */
export function packWorker(dir: string, archive: string): void {
  const names = globSync("**/*.js", { cwd: dir })
    .filter((name) => !LEFT_OUT.test(name))
    .toSorted();
  const modules = names.map((name) => [name, readFileSync(join(dir, name), "utf8")]);
  writeFileSync(
    archive,
    brotliCompressSync(JSON.stringify(Object.fromEntries(modules)), {
      params: { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS },
    }),
  );
}

/** Writes the modules of a packed Worker into a folder. */
export function unpackWorker(archive: string, dir: string): void {
  const text = brotliDecompressSync(readFileSync(archive)).toString();
  for (const [name, source] of Object.entries(JSON.parse(text) as Record<string, string>)) {
    const path = join(dir, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, source);
  }
}

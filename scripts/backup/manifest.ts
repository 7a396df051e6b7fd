import { z } from "zod";
import type { Storage } from "./storage.ts";

/** Raised by one when older code cannot read what is written now. */
const FORMAT = 1;

const part = z.strictObject({
  path: z.string(),
  lines: z.int(),
  size: z.int(),
  sha256: z.string(),
});

const table = z.strictObject({
  name: z.string(),
  columns: z.array(z.string()),
  /** How many rows were read, before those that changed meanwhile were read again. */
  rows: z.int(),
  parts: z.array(part),
  /** Rows that were read again. They replace those of `parts`. */
  changes: z.array(part),
  /** Whether `changes` has all rows of the table, so that `parts` is empty. */
  isReadAtOnce: z.boolean(),
});

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  id: z.string(),
  gatehouse: z.string(),
  /** The shop's address. */
  shop: z.string(),
  mode: z.enum(["test", "live"]),
  /** When the backup began, and the moment that it shows. Unix milliseconds by the shop's clock. */
  startedAt: z.int(),
  takenAt: z.int(),
  migrations: z.array(z.string()),
  sequences: z.record(z.string(), z.int()),
  tables: z.array(table),
  /** Users whose rows were read again: one list for each time. The newest rows of a user count. */
  rounds: z.array(z.array(z.string())),
  objects: z.strictObject({ count: z.int(), bytes: z.int(), parts: z.array(part) }),
  /** What some users see in their library, as a hash; by the user's ID. */
  libraries: z.record(z.string(), z.string()),
  settings: part.omit({ lines: true }).nullable(),
});

/** What a backup has. It is written last: without it, the backup is not complete. */
export type Manifest = z.output<typeof manifest>;
export type TableBackup = z.output<typeof table>;

const pathOf = (id: string) => `${id}/manifest.json`;

export const writeManifest = (storage: Storage, value: Manifest): Promise<void> =>
  storage.write(pathOf(value.id), `${JSON.stringify(value, null, 1)}\n`);

/** @throws Error if the backup is not complete, or was made by another version */
export async function readManifest(storage: Storage, id: string): Promise<Manifest> {
  const content = await storage.read(pathOf(id)).catch((cause: unknown) => {
    throw new Error(`${storage.place} has no complete backup ${id}`, { cause });
  });
  const { data, error } = manifest.safeParse(parse(content));
  if (error)
    throw new Error(
      `The manifest of ${id} is damaged, or was made by another version of Gatehouse: ${z.prettifyError(error)}`,
    );
  return data;
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return null;
  }
}

/** Lists the complete backups, oldest first. */
export async function listBackups(storage: Storage): Promise<string[]> {
  const names = (await storage.list("")).filter((name) => /^\d{8}T\d{6}Z$/.test(name)).toSorted();
  const sizes = await Promise.all(names.map((id) => storage.findSize(pathOf(id))));
  return names.filter((_, at) => sizes[at] !== null);
}

/** Names a backup after the time. */
export const newBackupId = (now: number): string =>
  new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "");

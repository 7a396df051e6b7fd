import { readFileSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";

/** Where the snapshot that `npm start` restores is. */
export const SNAPSHOT_PATH = "scripts/seed/lived-shop/tidewater.snapshot";

/** Raised by one when older code cannot read what is written now. */
const FORMAT = 1;

/** What is not in SQL: the indexes and triggers that were dropped to make the file small. */
const storedDatabase = z.strictObject({ size: z.int(), schema: z.array(z.string()) });

const header = z.object({
  format: z.literal(FORMAT),
  /** When the life ended by the shop's clock, in Unix milliseconds. */
  endedAt: z.int(),
  /** Where the shop and the sandbox were. Their URLs are in many rows. */
  shopUrl: z.url(),
  sandboxUrl: z.url(),
  /** The migrations that the shop's database had, with the hash of each. */
  migrations: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  shop: storedDatabase,
  stripe: storedDatabase,
  files: z.array(
    z.strictObject({
      key: z.string(),
      size: z.int(),
      httpMetadata: z.record(z.string(), z.string()),
      customMetadata: z.record(z.string(), z.string()),
    }),
  ),
});

type Header = z.output<typeof header>;

/** A stopped shop: its database, the database of the stand-in for Stripe, and the files in R2. */
export type Snapshot = Pick<Header, "endedAt" | "shopUrl" | "sandboxUrl" | "migrations"> & {
  shop: { bytes: Buffer; schema: string[] };
  stripe: { bytes: Buffer; schema: string[] };
  files: (Omit<Header["files"][number], "size"> & { bytes: Buffer })[];
};

/** Writes a snapshot: a line of JSON, then the bytes of all parts, compressed together. */
export function writeSnapshot(path: string, snapshot: Snapshot): { size: number } {
  const { shop, stripe, files, ...rest } = snapshot;
  const head: Header = {
    format: FORMAT,
    ...rest,
    shop: { size: shop.bytes.length, schema: shop.schema },
    stripe: { size: stripe.bytes.length, schema: stripe.schema },
    files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })),
  };
  const parts = [shop.bytes, stripe.bytes, ...files.map(({ bytes }) => bytes)];
  const compressed = zstdCompressSync(
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...parts]),
    {
      params: {
        [constants.ZSTD_c_compressionLevel]: 19,
        [constants.ZSTD_c_windowLog]: 27,
        [constants.ZSTD_c_enableLongDistanceMatching]: 1,
      },
    },
  );
  writeFileSync(path, compressed);
  return { size: compressed.length };
}

/**
 * Reads a snapshot.
 * @throws Error saying why it cannot be used: it is missing, damaged, or of another version
 */
export function readSnapshot(path: string): Snapshot {
  const content = decompress(path);
  const lineEnd = content.indexOf("\n");
  const { format: _, ...head } = parseHeader(content.subarray(0, lineEnd).toString());
  let at = lineEnd + 1;
  const take = (size: number) => {
    const bytes = content.subarray(at, at + size);
    if (bytes.length < size) throw new Error(`${path} is cut short`);
    at += size;
    return bytes;
  };
  return {
    ...head,
    shop: { bytes: take(head.shop.size), schema: head.shop.schema },
    stripe: { bytes: take(head.stripe.size), schema: head.stripe.schema },
    files: head.files.map(({ size, ...file }) => ({ ...file, bytes: take(size) })),
  };
}

function decompress(path: string): Buffer {
  try {
    return zstdDecompressSync(readFileSync(path));
  } catch (error) {
    throw new Error(`${path} cannot be read: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}

function parseHeader(line: string): Header {
  try {
    return header.parse(JSON.parse(line));
  } catch (error) {
    throw new Error("it is damaged, or was made by another version of Gatehouse", { cause: error });
  }
}

import { crc32, deflateRawSync } from "node:zlib";

const LOCAL_FILE = 0x04034b50;
const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
/** The version of the format that has directories and compression. */
const VERSION = 20;
/** 1980-01-01, the first day of the format: the files have no date of their own. */
const TIME = 0;
const DATE = 0x21;
/** Names are in UTF-8. */
const FLAGS = 0x0800;
const DEFLATED = 8;
/** The counter of the format has 16 bits. */
const MOST_FILES = 0xffff;

/**
 * Writes a ZIP archive piece by piece, so that only its list of files stays in memory. The whole may have up to 65,535
 * files and 4 GB.
 */
export function openZip() {
  const directory: Buffer[] = [];
  let offset = 0;
  return {
    /** Returns the piece that adds a file. @throws Error for more files than an archive can have */
    add(path: string, text: string): Buffer {
      if (directory.length === MOST_FILES) throw new Error("Too many files");
      const [name, content] = [Buffer.from(path), Buffer.from(text)];
      const deflated = deflateRawSync(content);
      // The fields that a file and its entry in the directory share.
      const shared = Buffer.concat([
        short(VERSION, FLAGS, DEFLATED, TIME, DATE),
        long(crc32(content), deflated.length, content.length),
        short(name.length, 0),
      ]);
      const entry = [long(DIRECTORY_ENTRY), short(VERSION), shared, short(0, 0, 0)];
      directory.push(Buffer.concat([...entry, long(0, offset), name]));
      const file = Buffer.concat([long(LOCAL_FILE), shared, name, deflated]);
      offset += file.length;
      return file;
    },
    /** Returns the last piece. */
    end(): Buffer {
      const list = Buffer.concat(directory);
      const count = directory.length;
      const end = [short(0, 0, count, count), long(list.length, offset), short(0)];
      return Buffer.concat([list, long(END_OF_DIRECTORY), ...end]);
    },
  };
}

const short = (...values: number[]) => toBytes(2, values);
const long = (...values: number[]) => toBytes(4, values);

/** Writes numbers with their lowest byte first. */
function toBytes(size: number, values: number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * size, size);
  return bytes;
}

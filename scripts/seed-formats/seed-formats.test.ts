import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { makeEpub } from "./epub.ts";
import { makePdf } from "./pdf.ts";
import { makeSurf } from "./wav.ts";

test("a PDF's table says where each object begins, over several pages", () => {
  const paragraphs = Array.from({ length: 60 }, () => "Wind (three chapters) \\ and water.");
  const file = Buffer.from(makePdf({ title: "A (Title)", paragraphs })).toString("latin1");
  const [, table = ""] = /\nxref\n0 \d+\n([\s\S]*?)trailer/.exec(file) ?? [];
  const offsets = table.match(/\d{10}(?= 00000 n)/g)?.map(Number) ?? [];
  expect(offsets.length).toBeGreaterThan(8);
  for (const [at, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
  for (const [, length, content] of file.matchAll(
    /Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g,
  ))
    expect(content).toHaveLength(Number(length));
});

test("an EPUB begins with its type, and every entry has its checksum", () => {
  const file = Buffer.from(makeEpub({ id: "a", title: "A & B", paragraphs: ["1 < 2"] }));
  expect(file.subarray(30, 58).toString()).toBe("mimetypeapplication/epub+zip");
  let [at, entries] = [0, 0];
  for (; file.readUInt32LE(at) === 0x04034b50; entries++) {
    const [size, name] = [file.readUInt32LE(at + 18), file.readUInt16LE(at + 26)];
    const content = file.subarray(at + 30 + name, at + 30 + name + size);
    expect(crc32(content)).toBe(file.readUInt32LE(at + 14));
    at += 30 + name + size;
  }
  expect(entries).toBe(5);
  expect(file.readUInt32LE(at)).toBe(0x02014b50);
});

test("a recording is as long as it says, is not silent, and does not clip", () => {
  const file = Buffer.from(makeSurf({ seconds: 2, period: 1, seed: 7 }));
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  const samples = Array.from({ length: 32_000 }, (_, at) =>
    Math.abs(file.readInt16LE(44 + at * 2)),
  );
  const loudest = Math.max(...samples);
  expect(loudest).toBeGreaterThan(3000);
  expect(loudest).toBeLessThan(32_767);
});

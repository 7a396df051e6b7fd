import { expect, test } from "vitest";
import { formatSize } from "./format-size.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1234, "1.2 kB"],
  [9949, "9.9 kB"],
  [9951, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1 MB"],
  [2_147_483_648, "2.1 GB"],
  [5_000_000_000_000_000, "5000 TB"],
])("formats %d bytes as %s", (bytes, words) => {
  expect(formatSize(bytes)).toBe(words);
});

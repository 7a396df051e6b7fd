import { expect, test } from "vitest";
import { sanitizeFileName } from "./sanitize-file-name.ts";

test.each([
  ["handbook.pdf", "handbook.pdf"],
  ['say "hello".txt', 'say "hello".txt'],
  ["../../etc/passwd", "_.._etc_passwd"],
  ["C:\\Windows\\run.exe", "C:_Windows_run.exe"],
  ["a\r\nset-cookie: b=1\r\n.zip", "aset-cookie: b=1.zip"],
  ["nul\0.txt", "nul.txt"],
  // U+202E reverses the text after it, so this name would appear to end in .pdf.
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["\u2066a\u2069\u200F.txt", "a.txt"],
  ["👩‍🚀 песня.flac", "👩‍🚀 песня.flac"],
  ["half \uD800 a pair.txt", "half \uFFFD a pair.txt"],
  [".htaccess", "htaccess"],
  ["trailing. . ", "trailing"],
  ["", "download"],
  ["..", "download"],
  [" \u202E ", "download"],
])("%j is saved as %j", (given, saved) => {
  expect(sanitizeFileName(given)).toBe(saved);
});

test.each([["a".repeat(300)], ["🐙".repeat(300)]])(
  "a long name is truncated but keeps its extension: %s",
  (stem) => {
    const saved = sanitizeFileName(`${stem}.tar.gz`);
    expect(saved).toMatch(/\.gz$/);
    expect(new TextEncoder().encode(saved).length).toBeLessThanOrEqual(200);
    expect(saved.isWellFormed()).toBe(true);
  },
);

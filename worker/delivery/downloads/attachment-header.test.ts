import { parse } from "content-disposition";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { attachmentHeader } from "./attachment-header.ts";
import { sanitizeFileName } from "./sanitize-file-name.ts";

test.each([
  ["handbook.txt", "attachment; filename=handbook.txt"],
  ["my book.txt", "attachment; filename=\"my book.txt\"; filename*=UTF-8''my%20book.txt"],
  [
    `ü"\\%41'(1)*.txt`,
    "attachment; filename=\"????41'(1)*.txt\"; filename*=UTF-8''%C3%BC%22%5C%2541%27%281%29%2A.txt",
  ],
])("the header for %j is %j", (name, header) => {
  expect(attachmentHeader(name)).toBe(header);
});

test("any file name is read from the header as it was, and the header has only printable ASCII", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const name = sanitizeFileName(text);
      const header = attachmentHeader(name);
      expect(header).toMatch(/^[ -~]+$/);
      expect(parse(header).parameters["filename"]).toBe(name);
    }),
  );
});

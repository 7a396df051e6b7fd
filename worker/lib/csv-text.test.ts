import * as fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { readCsv, writeCsv } from "./csv-text.ts";

const cell = fc.string({
  unit: fc.constantFrom(
    "a",
    "1",
    " ",
    ",",
    ";",
    "\t",
    '"',
    "\r",
    "\n",
    "=",
    "+",
    "-",
    "@",
    "\ufeff",
    "＝",
  ),
  maxLength: 6,
});

test("rows are written as another writer of CSV does", () => {
  const row = fc.array(fc.oneof(cell, fc.integer(), fc.double(), fc.constant(null)), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const expected = Papa.unparse(rows, {
        escapeFormulae: /^(?!-\d+(?:\.\d+)?$)[\s;]*[=+\-@\t\r;\uff1d\uff0b\uff0d\uff20]/,
        quotes: (value) => typeof value === "string" && /[;\t]/.test(value),
      });
      expect(writeCsv(rows)).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test("any text is read as another reader of CSV does", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", " ", ",", '"', "\n"), maxLength: 20 });
  fc.assert(
    fc.property(text, (lines) => {
      // The other one refuses spaces behind the last quotation mark, if no line end follows them.
      const csv = `${lines}\n`;
      const { rows, brokenRow } = readCsv(csv);
      const other = Papa.parse<string[]>(csv, { delimiter: ",", newline: "\n" });
      const broken = other.errors.find(({ type }) => type === "Quotes");
      const read = brokenRow === null ? rows : "broken";
      expect(read).toEqual(broken ? "broken" : other.data);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  [
    "a,b\n1;2,3",
    [
      ["a", "b"],
      ["1;2", "3"],
    ],
  ],
  [
    "a;b\n1,2;3",
    [
      ["a", "b"],
      ["1,2", "3"],
    ],
  ],
  [
    "a\tb\n1\t",
    [
      ["a", "b"],
      ["1", ""],
    ],
  ],
  [
    '"a"|"b"\n"1|2" |3',
    [
      ["a", "b"],
      ["1|2", "3"],
    ],
  ],
  ["a\n1;2", [["a"], ["1;2"]]],
])("what separates the cells of %j is what separates those of its first line", (csv, rows) => {
  expect(readCsv(csv)).toEqual({ rows, brokenRow: null });
});

test.each([
  ['a\n"b', 2],
  ['a\n"b"c\nd', 2],
  ['a\nb\n"c""', 3],
])("quotation marks in %j that don't match are found in row %i", (csv, row) => {
  expect(readCsv(csv).brokenRow).toBe(row);
});

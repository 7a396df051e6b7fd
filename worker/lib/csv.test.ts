import * as fc from "fast-check";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { findDelimiter, formatCsv, parseCsv } from "./csv.ts";

const cell = fc.string({
  unit: fc.constantFrom('"', ",", ";", "\n", "\r", " ", "a", "é", "\ufeff"),
});
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
});

test("any text is parsed like papaparse does, and refused where it finds a wrong quotation mark", () => {
  const text = fc.string({ unit: fc.constantFrom('"', '""', ",", "\n", " ", "a", '"a"', '"a,"') });
  fc.assert(
    fc.property(text, fc.constantFrom(",", ";"), (source, delimiter) => {
      const { data, errors } = Papa.parse(source, { newline: "\n", delimiter });
      const broken = errors.find(({ type }) => type === "Quotes");
      // papaparse has no row for an empty text, and refuses spaces after the quotation mark at the very end.
      fc.pre(source !== "" && !/" +$/.test(source));
      expect(parseCsv(source, delimiter)).toEqual(
        broken ? { brokenRow: broken.row } : { rows: data },
      );
    }),
    { numRuns: 2000 },
  );
});

test("any rows are written like papaparse does, and read back the same", () => {
  fc.assert(
    fc.property(rows, (written) => {
      const text = formatCsv(written, () => false);
      expect(text).toBe(Papa.unparse(written));
      // Only the line ends between rows are of two characters; parseCsv wants one.
      const everywhere = written.map((cells) => cells.map((each) => each.replaceAll("\r", "")));
      const normalized = formatCsv(everywhere, () => true).replaceAll("\r\n", "\n");
      expect(parseCsv(normalized, ",")).toEqual({ rows: everywhere });
    }),
  );
});

test.each([
  ["key,activation_limit\n", ","],
  ["key;licensee\na,b;c", ";"],
  ["key\tlicensee\n", "\t"],
  ['"a,b"|key\n', "|"],
  ["key\na;b,c", ","],
  ["", ","],
])("the first separator of the first line of %j separates the cells", (text, delimiter) => {
  expect(findDelimiter(text)).toBe(delimiter);
});

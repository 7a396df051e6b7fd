import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import type Papa from "papaparse";
import { expect, test } from "vitest";
import { replaceUnused } from "./drop-unused-code.ts";
import { removeFunctions } from "./drop-unused-functions.ts";
import { unusedFunctions } from "./unused-functions.ts";

test("a package that no longer has the code that is left out stops the build", () => {
  expect(() =>
    replaceUnused("export default 1;", "/node_modules/@auth/core/lib/pages/signin.js"),
  ).toThrow("signin.js has nothing like");
});

test("other files of the packages stay as they are", () => {
  expect(replaceUnused("export default 1;", "/node_modules/@auth/core/lib/init.js")).toBe(
    "export default 1;",
  );
});

test("what is left of the CSV parser still reads and writes CSV", () => {
  const path = join(
    dirname(createRequire(import.meta.url).resolve("papaparse/package.json")),
    "papaparse.js",
  );
  const module = { exports: {} as typeof Papa };
  const code = removeFunctions(
    replaceUnused(readFileSync(path, "utf8"), path),
    path,
    unusedFunctions["/papaparse/papaparse.js"]!,
  );
  runInNewContext(code, { module, exports: module.exports });
  const { parse, unparse } = module.exports;
  const { data, errors } = parse<string[]>('key,"a, b"\n"line\nend",=2');
  expect(JSON.stringify([data, errors])).toBe('[[["key","a, b"],["line\\nend","=2"]],[]]');
  expect(unparse([["a;b", "=2", '"']], { escapeFormulae: true })).toBe(`a;b,"'=2",""""`);
  expect(parse('"open').errors[0]).toMatchObject({ type: "Quotes" });
});

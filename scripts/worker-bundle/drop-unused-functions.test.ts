import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { removeFunctions } from "./drop-unused-functions.ts";
import { unusedSchemaMethods } from "./unused-functions.ts";

test("a method is gone, and a function that other code refers to only throws", () => {
  const code = removeFunctions(
    `export class Api { list() { return run("list"); } search() { return run("search"); } }
export const schema = { min(value) { return value; }, max(value) { return value; }, get search() { return 1; } };
function run(name) { return name; }
const later = (name) => { return name; };`,
    "api.js",
    ["search", "min", "run", "later"],
  );
  expect(code).toBe(`export class Api { list() { return run("list"); }  }
export const schema = {  max(value) { return value; }, get search() { return 1; } };
function run(name) { throw Error("The bundle leaves this function out"); }
const later = (name) => { throw Error("The bundle leaves this function out"); };`);
});

test("a package that no longer has a function that is left out stops the build", () => {
  expect(() => removeFunctions("function run() {}", "/zod/schemas.js", ["run", "stroll"])).toThrow(
    "/zod/schemas.js has no stroll anymore",
  );
});

test("no schema of the Worker has a method that the bundle leaves out", () => {
  const calls = new RegExp(`\\.(?:${unusedSchemaMethods.join("|")})\\(`, "g");
  const files = globSync("worker/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") })
    .map((file) => ({ file, code: readFileSync(file, "utf8") }))
    .filter(({ code }) => /from "zod"/.test(code));
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap(({ file, code }) => (code.match(calls) ?? []).map((c) => [file, c]));
  expect(found).toEqual([]);
});

test("no file of the Worker calls a method of Hono or of Stripe's lists that the bundle leaves out", () => {
  const files = globSync("worker/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") });
  const found = files.filter((file) =>
    /\.(?:mount|autoPagingEach|autoPagingToArray)\(/.test(readFileSync(file, "utf8")),
  );
  expect(found).toEqual([]);
});

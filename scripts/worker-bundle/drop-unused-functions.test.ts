import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createElement as h, Suspense, type ReactNode } from "react";
import { expect, test } from "vitest";
import { removeFunctions } from "./drop-unused-functions.ts";
import { unusedFunctions, unusedSchemaMethods } from "./unused-functions.ts";

const require = createRequire(import.meta.url);

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

type Server = {
  renderToReadableStream: (
    node: ReactNode,
    options: { onError: (error: unknown, info: { componentStack?: string }) => void },
  ) => Promise<ReadableStream<Uint8Array>>;
};

/** React's renderer, as it is in the package or without the functions that the bundle leaves out. */
function loadReact(isShort: boolean): Server {
  const file = "/react-dom/cjs/react-dom-server.edge.production.js";
  const path = join(dirname(require.resolve("react-dom/package.json")), "..", file);
  const source = readFileSync(path, "utf8");
  const code = isShort ? removeFunctions(source, path, unusedFunctions[file]!) : source;
  const module = { exports: {} as Server };
  new Function("require", "exports", "module", code)(createRequire(path), module.exports, module);
  return module.exports;
}

async function draw(react: Server, node: ReactNode): Promise<[string, unknown[]]> {
  const errors: unknown[] = [];
  const stream = await react.renderToReadableStream(node, {
    onError: (error) => errors.push(error),
  });
  return [await new Response(stream).text(), errors];
}

test("React draws the same page without the functions that are left out", async () => {
  let load = (_: string) => {};
  const text = new Promise<string>((resolve) => (load = resolve));
  async function Late() {
    return h("p", null, await text);
  }
  function Broken(): ReactNode {
    throw new Error("broken");
  }
  const page = () =>
    h(
      "html",
      { lang: "en" },
      h("head", null, h("title", null, "Shop"), h("link", { rel: "stylesheet", href: "/a.css" })),
      h(
        "body",
        null,
        h("script", { async: true, src: "/a.js" }),
        h("img", { src: "/cover.webp", srcSet: "/cover@2.webp 2x", style: { width: 10 } }),
        h("form", { action: "/buy" }, h("button", { name: "a", value: "1" }, "Buy")),
        h(Suspense, { fallback: "Loading" }, h(Late)),
        h(Suspense, { fallback: "Failed" }, h(Broken)),
        h(Suspense, { fallback: "Long" }, "x".repeat(20_000)),
      ),
    );
  const long = draw(loadReact(false), page());
  const short = draw(loadReact(true), page());
  load("late");
  const [html, errors] = await short;
  expect([html, errors]).toEqual(await long);
  expect(html).toContain("<p>late</p>");
  expect(errors).toEqual([new Error("broken")]);
});

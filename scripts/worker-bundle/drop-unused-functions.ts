import { parseSync, Visitor, type Span } from "oxc-parser";
import type { Plugin } from "vite";
import { unusedFunctions } from "./unused-functions.ts";

const FILES = Object.keys(unusedFunctions);

/**
 * Leaves out functions of packages that the shop never calls, although other code of the package refers to them:
 * `unusedFunctions` lists them.
 */
export function dropUnusedFunctions(): Plugin {
  return {
    name: "drop-unused-functions",
    transform: {
      filter: { id: FILES.map((file) => new RegExp(`${file}$`)) },
      handler(code, id) {
        const file = FILES.find((end) => id.endsWith(end));
        return file && { code: removeFunctions(code, id, unusedFunctions[file]!), map: null };
      },
    },
  };
}

const REFUSAL = `{ throw Error("The bundle leaves this function out"); }`;

/**
 * Returns a file's source without these functions. Methods are gone. A function stays, because the file refers to it,
 * but it only throws.
 * @throws Error if the file doesn't have one of them anymore, so that a new version of a package is looked at
 */
export function removeFunctions(code: string, path: string, names: readonly string[]): string {
  const missing = new Set(names);
  const cuts: (Span & { text: string })[] = [];
  const cut = (name: string, { start, end }: Span, text: string) => {
    if (!names.includes(name)) return;
    missing.delete(name);
    cuts.push({ start, end, text });
  };
  const empty = (name: string, body: Span | null) => body && cut(name, body, REFUSAL);
  new Visitor({
    FunctionDeclaration({ id, body }) {
      if (id) empty(id.name, body);
    },
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init?.type === "ArrowFunctionExpression")
        empty(id.name, init.body.type === "BlockStatement" ? init.body : null);
    },
    MethodDefinition({ key, start, end }) {
      if (key.type === "Identifier") cut(key.name, { start, end }, "");
    },
    Property({ key, value, kind, start, end }) {
      const isFunction = /^(?:Arrow)?FunctionExpression$/.test(value.type);
      if (key.type !== "Identifier" || kind !== "init" || !isFunction) return;
      // With the comma behind it.
      cut(key.name, { start, end: code[end] === "," ? end + 1 : end }, "");
    },
  }).visit(parseSync(path, code).program);
  if (missing.size > 0) throw new Error(`${path} has no ${[...missing].join(", ")} anymore`);
  let result = "";
  let position = 0;
  for (const { start, end, text } of cuts.toSorted((a, b) => a.start - b.start)) {
    if (start < position) continue;
    result += code.slice(position, start) + text;
    position = end;
  }
  return result + code.slice(position);
}

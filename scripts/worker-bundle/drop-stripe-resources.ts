import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

const SECTION =
  /(\/\/ StripeInitInstanceVariables: The beginning.*\n)([\s\S]*?)(\n *\/\/ StripeInitInstanceVariables: The end)/;
const RESOURCE = /^ *this\.(\w+) = new \w+\(this\);$/;
/** Parts of the class that refer to resources too, to decimals, or to the events of the API's second version. */
const UNUSED = [
  /^ *this\.Decimal = Decimal;$/m,
  /^Stripe\.Decimal = Decimal;$/m,
  /^ *this\.errors = _Error;$/m,
  /^ *this\.account = this\.accounts;$/m,
  /^ *this\.oauth = new OAuthResource\(this\);$/m,
  /^Stripe\.resources = resources;$/m,
  /^ {4}_prepResources\([^]*?^ {4}}$/m,
  /^ {4}notificationHandler\([^]*?^ {4}}$/m,
  /^ {4}notificationHandlerWithoutVerification\([^]*?^ {4}}$/m,
];

/**
 * Leaves out the resources of the Stripe client that the shop does not call. The client creates one object for each
 * resource in its constructor, so no bundler can tell which are unused: they are two thirds of its code. It also leaves
 * out the shapes of answers, by which the client makes objects of decimal numbers: they stay the texts that Stripe
 * sends, and have the same `toString`.
 * Methods of resources and classes of errors stay if their name is a word of the Worker's source.
 * @param used the names of the client's properties that stay
 */
export function dropStripeResources(used: readonly string[]): Plugin {
  const words = readWords("worker");
  return {
    name: "drop-stripe-resources",
    transform: {
      filter: { id: /\/stripe\/esm\/.*\.js$/ },
      handler(code, id) {
        if (id.endsWith("/stripe.core.js"))
          return { code: keepErrors(keepResources(code, used), words), map: null };
        if (id.endsWith("/V2Coercion.js")) return { code: NO_COERCION, map: null };
        if (id.includes("/resources/"))
          return {
            code: dropMethods(dropShapes(code, id), id, words),
            map: null,
            moduleSideEffects: false,
          };
        // Only defines a class. The package does not say that a file may be left out if nothing uses it.
        return id.includes("/platform/")
          ? undefined
          : { code, map: null, moduleSideEffects: false };
      },
    },
  };
}

const NO_COERCION = `export const coerceV2RequestData = (data) => data;
export const coerceV2ResponseData = (data) => data;`;
const SHAPES = new Set(["requestSchema", "responseSchema"]);

/** Returns the source of a resource without the shapes of its requests and answers. */
export function dropShapes(code: string, path: string): string {
  let result = "";
  let position = 0;
  new Visitor({
    Property({ key, start, end }) {
      if (key.type !== "Identifier" || !SHAPES.has(key.name) || start < position) return;
      result += `${code.slice(position, start)}${key.name}: undefined`;
      position = end;
    },
  }).visit(parseSync(path, code).program);
  return result + code.slice(position);
}

/** Lists the words of all files in a directory, but not of their tests. */
function readWords(directory: string): Set<string> {
  const files = globSync(`${directory}/**/*.ts`, { exclude: (name) => name.endsWith(".test.ts") });
  return new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? []));
}

/** Returns the source of a resource with the methods whose names are among these words. */
export function dropMethods(code: string, path: string, words: ReadonlySet<string>): string {
  let result = "";
  let position = 0;
  new Visitor({
    MethodDefinition({ key, kind, start, end }) {
      if (kind !== "method" || key.type !== "Identifier" || words.has(key.name)) return;
      if (code.includes(`this.${key.name}(`)) return;
      result += code.slice(position, start);
      position = end;
    },
  }).visit(parseSync(path, code).program);
  return result + code.slice(position);
}

/** Returns the source of the client's class with the errors whose names are among these words. */
export function keepErrors(code: string, words: ReadonlySet<string>): string {
  const names = [...words].filter((word) => /^Stripe\w*Error$/.test(word)).toSorted();
  const replaced = code.replace(
    /^Stripe\.errors = _Error;$/m,
    `Stripe.errors = { ${names.map((name) => `${name}: _Error.${name}`).join()} };`,
  );
  if (replaced === code) throw new Error("The Stripe client has no list of its errors anymore");
  return replaced;
}

/**
 * Returns the source of the client's class without the resources that are not in `used`.
 * @throws Error if the source is not of the form that is known here, or lacks a resource that is used
 */
export function keepResources(code: string, used: readonly string[]): string {
  const [, begin, body, end] = SECTION.exec(code) ?? [];
  if (body === undefined) throw new Error("The Stripe client has no list of its resources anymore");
  const lines = body.split("\n");
  const names = lines.map((line) => RESOURCE.exec(line)?.[1] ?? line);
  const missing = used.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`The Stripe client has no ${missing.join(", ")}`);
  const kept = lines.filter((_, index) => used.includes(names[index]!));
  const shortened = code.replace(SECTION, () => begin + kept.join("\n") + end);
  return UNUSED.reduce((source, pattern) => {
    if (!pattern.test(source)) throw new Error(`The Stripe client has no ${pattern} anymore`);
    return source.replace(pattern, "");
  }, shortened);
}

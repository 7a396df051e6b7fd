import { globSync, readFileSync } from "node:fs";

/** A call of the official `stripe` package. */
export interface OfficialCall {
  /** How programs write it: `paymentIntents.create`. */
  name: string;
  method: string;
  /** With `:id` for each id. */
  path: string;
  /** The names of its parameters, without `expand`, which every call has. */
  params: string[];
  /** How it answers, and with objects of which types: `Customer` and `DeletedCustomer`. */
  answer: { kind: "object" | "list" | "search_result"; types: string[] };
}

const resources = new URL("resources/", import.meta.resolve("stripe"));

/** Returns all calls of the package to `/v1`, which Stripe generates from its OpenAPI document. */
export function readOfficialCalls(): OfficialCall[] {
  return globSync("**/*.js", { cwd: resources })
    .filter((file) => !file.startsWith("V2/") && !file.endsWith("index.js"))
    .toSorted()
    .flatMap(readCalls);
}

function readCalls(file: string): OfficialCall[] {
  const source = readFileSync(new URL(file, resources), "utf8");
  const types = readFileSync(new URL(file.replace(/\.js$/, ".d.ts"), resources), "utf8");
  const group = file
    .replace(/\.js$/, "")
    .split("/")
    .map((part) => part[0]!.toLowerCase() + part.slice(1))
    .join(".");
  const calls = source.matchAll(
    /^ {4}(\w+)\([^)]*\) \{\s+return this\._makeRequest\('(GET|POST|DELETE)', ['`](\/v1\/[^'`]+)['`]/gm,
  );
  return [...calls].map(([, call = "", method = "", path = ""]) => ({
    name: `${group}.${call}`,
    method,
    path: path.replaceAll(/\$\{[^}]+\}/g, ":id"),
    params: readParams(types, call),
    answer: readAnswer(types, call),
  }));
}

const answerKinds = {
  "Promise<Response": "object",
  ApiListPromise: "list",
  ApiSearchResultPromise: "search_result",
} as const;

/** Returns what a call is declared to answer. */
function readAnswer(types: string, call: string): OfficialCall["answer"] {
  const declared = new RegExp(
    `^ {4}${call}\\(.*\\): (Promise<Response|ApiListPromise|ApiSearchResultPromise)<([^>]+)>`,
    "m",
  ).exec(types);
  if (!declared) return { kind: "object", types: [] };
  const [, kind, names = ""] = declared;
  return {
    kind: answerKinds[kind as keyof typeof answerKinds],
    types: names.split(" | ").map((name) => name.slice(name.lastIndexOf(".") + 1)),
  };
}

/** Returns the keys of the type that a call names for its parameters. */
function readParams(types: string, call: string): string[] {
  const type = new RegExp(`^ {4}${call}\\(.*?params\\??: (?:\\w+\\.)*(\\w+)`, "m").exec(types)?.[1];
  if (type === undefined) return [];
  // Inside a namespace, the declaration is indented.
  const declared = new RegExp(
    `^( *)(?:export )?interface ${type}( extends .*?PaginationParams)? \\{\\n([\\s\\S]*?)^\\1\\}`,
    "m",
  ).exec(types);
  if (!declared) throw new Error(`The official package declares no ${type}.`);
  const [, indent = "", parent, body = ""] = declared;
  const own = [...body.matchAll(new RegExp(`^${indent} {4}(\\w+)\\??:`, "gm"))].map(
    ([, key = ""]) => key,
  );
  const inherited = parent ? ["ending_before", "limit", "starting_after"] : [];
  return [...own, ...inherited].filter((key) => key !== "expand").toSorted();
}

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import type { Plugin } from "vite";

/** Kinds of files whose texts are alike, in the order in which they are bundled. Others come last. */
const KINDS = [
  /\/db\/schema\//,
  /(?:\/store[^/]*|\.query)\.ts$/,
  // Named by a verb that reads, as most files beside a store are, and by any other word with a second one.
  /\/(?:list|find|show|read|count|search|export|compare)-[^/]*\.ts$/,
  /\/[a-z]+-[^/]*\.ts$/,
  /\/(?:schema|routes)\.ts$/,
];

/**
 * Bundles files that are alike beside each other, because compression finds what was said in the last 32 kB only. A
 * bundle has its modules in the order in which they are evaluated, so the first file imports all others in the wanted
 * order. What a module needs still comes before it.
 * @param entries the files that a module of the bundle begins with, by their paths from the root
 */
export function orderModules(entries: string[]): Plugin {
  const paths = entries.map((entry) => join(process.cwd(), entry));
  return {
    name: "order-modules",
    enforce: "pre",
    transform: {
      filter: { id: paths },
      handler(code, id) {
        const names = listOrdered(id).map((file) =>
          file.startsWith("/") ? `./${relative(dirname(id), file)}` : file,
        );
        // In the first line, so that stack traces name the right one.
        return { code: names.map((name) => `import "${name}";`).join("") + code, map: null };
      },
    },
  };
}

/** Runtime modules, the renderer, which is built already, and macros, of which nothing is left in the bundle. */
const NOT_ORDERED = /^(?:node|cloudflare):|^@gatehouse\/|\/macro$/;

/**
 * Returns what a file imports, also indirectly: packages first, then files by their kind and path. Leaves out types, and
 * what is loaded when it is first needed.
 * @param entry its absolute path
 */
export function listOrdered(entry: string): string[] {
  const files = new Set<string>([entry]);
  const packages = new Set<string>();
  for (const file of files)
    for (const specifier of readStaticImports(file))
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier));
      else if (!NOT_ORDERED.test(specifier)) packages.add(specifier);
  files.delete(entry);
  const kindOf = (file: string) => {
    const kind = KINDS.findIndex((pattern) => pattern.test(file));
    return kind === -1 ? KINDS.length : kind;
  };
  return [
    ...[...packages].toSorted(),
    ...[...files].toSorted((a, b) => kindOf(a) - kindOf(b) || (a < b ? -1 : 1)),
  ];
}

/** The specifiers of the imports that are still there without types. */
function readStaticImports(file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  const { module } = parseSync(file, readFileSync(file, "utf8"));
  return [
    ...module.staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest && !isType ? [moduleRequest.value] : [],
      ),
    ),
  ];
}

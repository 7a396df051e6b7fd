import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { paths } from "../paths.ts";

/** Cloudflare's limit for a line of `_headers`, in characters. */
const MAX_HEADER_LINE_LENGTH = 2000;

const CONSOLE_MODULE = "/admin/console.tsx";

/** The URLs that users open from outside the app, as patterns of `_headers`, with their modules. They don't overlap. */
const entryPages: [pattern: string, ...modules: string[]][] = [
  [paths.home, "/shop/storefront/storefront-page.tsx"],
  [paths.productPattern, "/shop/storefront/product-page.tsx"],
  [paths.checkoutReturn, "/shop/checkout/return-page.tsx"],
  [paths.library, "/shop/library/library-page.tsx"],
  [paths.console, CONSOLE_MODULE, "/admin/overview/overview-page.tsx"],
  [`${paths.console}/*`, CONSOLE_MODULE],
];

/**
 * Adds a `Link: rel=modulepreload` header for the page's code to each of these URLs, so that the browser loads it
 * together with the app's code and not after it. A tag in `index.html` can't do that because all URLs share this file.
 */
export function preloadPages(): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const rules = entryPages.map(([pattern, ...modules]) => {
        const pages = modules.map((module) => {
          const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!page) throw new Error(`${module} has no file of its own`);
          return page;
        });
        // The largest file first, because it takes longest.
        const files = collectChunks(pages, chunks).toSorted(
          (a, b) => b.code.length - a.code.length,
        );
        const link = `  Link: ${files.map(({ fileName }) => `</${fileName}>; rel=modulepreload`).join(", ")}`;
        if (link.length > MAX_HEADER_LINE_LENGTH)
          throw new Error(`${pattern} needs too many files`);
        return `\n${pattern}\n${link}\n`;
      });
      appendFileSync(join(dir, "_headers"), rules.join(""));
    },
  };
}

/** Returns these chunks and everything they import, directly or indirectly. */
function collectChunks(entryChunks: Rolldown.OutputChunk[], chunks: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file));
  };
  entryChunks.forEach(visit);
  return [...found];
}

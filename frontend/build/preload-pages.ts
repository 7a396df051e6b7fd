import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin, Rolldown } from "vite";
import { paths } from "../paths.ts";

/** Cloudflare reads no longer lines of `_headers`. */
const LONGEST_LINE = 2000;

const CONSOLE = "/admin/console.tsx";

/** Where people arrive from elsewhere, in the patterns of `_headers`, and what stands there. No two match one path. */
const arrivals: [pattern: string, ...modules: string[]][] = [
  [paths.home, "/shop/storefront/storefront-page.tsx"],
  [paths.productPattern, "/shop/storefront/product-page.tsx"],
  [paths.checkoutReturn, "/shop/checkout/return-page.tsx"],
  [paths.library, "/shop/library/library-page.tsx"],
  [paths.console, CONSOLE, "/admin/overview/overview-page.tsx"],
  [`${paths.console}/*`, CONSOLE],
];

/**
 * Names the code of a page in the headers of its address (`Link: rel=modulepreload`), so that it comes beside the app's
 * and not after it. The file is the same `index.html` for all of them: nobody loads another page's code for it.
 */
export function preloadPages(): Plugin {
  return {
    name: "preload-pages",
    apply: "build",
    writeBundle({ dir = "" }, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const rules = arrivals.map(([pattern, ...modules]) => {
        const pages = modules.map((module) => {
          const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
          if (!page) throw new Error(`${module} has no file of its own`);
          return page;
        });
        // The largest takes longest.
        const files = reach(pages, chunks).toSorted((a, b) => b.code.length - a.code.length);
        const link = `  Link: ${files.map(({ fileName }) => `</${fileName}>; rel=modulepreload`).join(", ")}`;
        if (link.length > LONGEST_LINE) throw new Error(`${pattern} needs too many files`);
        return `\n${pattern}\n${link}\n`;
      });
      appendFileSync(join(dir, "_headers"), rules.join(""));
    },
  };
}

/** These chunks and all that they import. */
function reach(from: Rolldown.OutputChunk[], chunks: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>();
  const visit = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const file of chunk.imports) visit(chunks.find(({ fileName }) => fileName === file));
  };
  from.forEach(visit);
  return [...found];
}

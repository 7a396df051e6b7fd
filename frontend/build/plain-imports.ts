import type { Plugin } from "vite";

/** Vite's module around each dynamic import. */
const HELPER = "\0vite/preload-helper.js";

/**
 * Imports a page's code without Vite's helper, which would first load the stylesheets and modules that the code needs.
 * There are none: all styles are in one file, and the Worker names the modules (decision 60).
 */
export function plainImports(): Plugin {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    load: (id) => (id === HELPER ? "export const __vitePreload = (load) => load();" : undefined),
  };
}

import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const { resolve } = createRequire(import.meta.url);

/**
 * Leaves out a second renderer, as large as the first: `react-dom/server.edge` also exports React's functions for
 * strings, which the Worker doesn't use.
 */
export function streamingReact(): Plugin {
  return {
    name: "streaming-react",
    apply: "build",
    enforce: "pre",
    resolveId: (id) =>
      id === "react-dom/server.edge"
        ? join(
            dirname(resolve("react-dom/package.json")),
            "cjs/react-dom-server.edge.production.js",
          )
        : undefined,
  };
}

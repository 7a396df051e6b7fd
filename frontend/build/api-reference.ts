import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { renderReference } from "./render-api-reference.ts";
import type { ApiDocument } from "../../worker/shared/api-document.ts";

const DOCUMENT = "docs/openapi.json";
const PAGE = "docs/api.html";
/** Where programs find the document. wrangler.toml and public/_headers name it too. */
const PUBLIC_DOCUMENT = "api/v1/openapi.json";
const STYLES = [
  "frontend/styles/reset.css",
  "frontend/styles/tokens.css",
  "frontend/styles/base.css",
];
const OWN_STYLES = "frontend/build/api-reference.css";

/**
 * Publishes the OpenAPI document, and the page `/docs/api` made from it: plain HTML with a style sheet of its own,
 * without a script and without a request to another site.
 */
export function apiReference(): Plugin {
  const read = (path: string) => readFileSync(path, "utf8");
  const render = (stylesheet: string) =>
    renderReference(JSON.parse(read(DOCUMENT)) as ApiDocument, stylesheet);
  const styles = () => [...STYLES, OWN_STYLES].map(read).join("\n");
  return {
    name: "api-reference",
    applyToEnvironment: ({ name }) => name === "client",
    generateBundle() {
      const sheet = this.emitFile({ type: "asset", name: "api-reference.css", source: styles() });
      const source = render(`/${this.getFileName(sheet)}`);
      this.emitFile({ type: "asset", fileName: PAGE, source });
      this.emitFile({ type: "asset", fileName: PUBLIC_DOCUMENT, source: read(DOCUMENT) });
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (request.url === "/docs/api") {
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(render("/docs/api.css"));
        } else if (request.url === "/docs/api.css") {
          response.setHeader("content-type", "text/css");
          response.end(styles());
        } else next();
      });
      server.watcher.add(join(process.cwd(), DOCUMENT));
    },
  };
}

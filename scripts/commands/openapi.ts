import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { createServer } from "vite";
import { compileMessages } from "../../locales/compile-messages.ts";
import type { buildOpenApi } from "../../worker/api/build-openapi.ts";

/** Writes docs/openapi.json from the routes, and the client's types from it. A test fails when they differ. */
const path = "docs/openapi.json";
// By Vite, because the routes import texts of emails, whose macros Node does not know.
const server = await createServer({
  configFile: false,
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, watch: null },
  plugins: [...compileMessages()],
});
const module = await server.ssrLoadModule("/worker/api/build-openapi.ts");
const build = module["buildOpenApi"] as typeof buildOpenApi;
writeFileSync(path, `${JSON.stringify(await build(), null, 2)}\n`);
await server.close();
spawnSync("oxfmt", [path], { stdio: "inherit" });
spawnSync("node", ["packages/client/generate-types.ts"], { stdio: "inherit" });

import { writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { buildOpenApi } from "../../worker/api/build-openapi.ts";

/** Writes docs/openapi.json from the routes, and the client's types from it. A test fails when they differ. */
const path = "docs/openapi.json";
writeFileSync(path, `${JSON.stringify(await buildOpenApi(), null, 2)}\n`);
spawnSync("oxfmt", [path], { stdio: "inherit" });
spawnSync("node", ["packages/client/generate-types.ts"], { stdio: "inherit" });

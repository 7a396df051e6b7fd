import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";

const PREFIX = "/api/v1";
const documentUrl = new URL("../../docs/openapi.json", import.meta.url);
export const typesUrl = new URL("src/openapi.ts", import.meta.url);

/** Returns the types of the shop's API as source code, made from `docs/openapi.json`. Paths are without `/api/v1`. */
export async function generateTypes(): Promise<string> {
  const document = JSON.parse(readFileSync(documentUrl, "utf8"));
  document.paths = Object.fromEntries(
    Object.entries(document.paths).map(([path, item]) => [path.replace(PREFIX, ""), item]),
  );
  const source = astToString(await openapiTS(document, { alphabetize: true }));
  return `// Generated from docs/openapi.json by \`npm run types -w @gatehouse/client\`. Do not edit.\n\n${source}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(typesUrl, await generateTypes());

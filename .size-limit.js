import { readFileSync } from "node:fs";
import { build } from "vite";

// What a first visit must load before anything works: the scripts that the app's HTML names.
const { entryScripts } = JSON.parse(readFileSync("dist/client-files.json", "utf8"));
const scripts = entryScripts.map((url) => `dist/client${url}`);

// What an app's bundle gains from the client, with the client's dependencies.
const clientLimits = { "client.ts": "5 kB", "verify.ts": "8 kB", "react.tsx": "3 kB" };
await build({
  configFile: false,
  logLevel: "error",
  build: {
    outDir: "dist/client-size",
    rolldownOptions: {
      input: Object.keys(clientLimits).map((file) => `packages/client/src/${file}`),
      external: /^react/,
      output: { entryFileNames: "[name].js" },
      preserveEntrySignatures: "strict",
    },
  },
});

export default [
  // As uploaded: every module, with the renderer of pages. Docs: docs/decisions/0046-the-budget-of-the-worker.md.
  { name: "The Worker", path: "dist/worker/*.js", limit: "430 kB", gzip: true },
  { name: "First-load JavaScript", path: scripts, limit: "90 kB", gzip: true },
  ...Object.entries(clientLimits).map(([file, limit]) => ({
    name: `packages/client/src/${file}`,
    path: `dist/client-size/${file.split(".")[0]}.js`,
    limit,
    gzip: true,
  })),
];

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { buildWorker } from "./packages/sandbox/build/build-worker.ts";

// What a first visit must load before anything works: the scripts that the app's HTML names, and the messages of one
// language, the one that needs most.
const { entryScripts, catalogs } = JSON.parse(readFileSync("dist/client-files.json", "utf8"));
const toFile = (url) => `dist/client${url}`;
const [messages] = Object.entries(catalogs)
  .filter(([locale]) => locale !== "en-XA")
  .map(([, { shell }]) => toFile(shell))
  .toSorted((a, b) => gzippedSize(b) - gzippedSize(a));
const scripts = [...entryScripts.map(toFile), messages];

function gzippedSize(file) {
  return gzipSync(readFileSync(file)).length;
}

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

// The sandbox as a Worker, of which each preview has one.
await buildWorker();

export default [
  // As uploaded: every module, with the renderer of pages. Docs: docs/decisions/0046-the-budget-of-the-worker.md.
  { name: "The Worker", path: "dist/worker/*.js", limit: "580 kB", gzip: true },
  {
    name: "The Worker's messages, in all languages",
    path: "dist/worker/messages/*.js",
    limit: "259 kB",
    gzip: true,
  },
  { name: "First-load JavaScript", path: scripts, limit: "83 kB", gzip: true },
  {
    name: "The sandbox as a Worker",
    path: "dist/sandbox-worker/index.js",
    limit: "300 kB",
    gzip: true,
  },
  { name: "The script for other sites", path: "dist/client/embed.js", limit: "5 kB", gzip: true },
  ...Object.entries(clientLimits).map(([file, limit]) => ({
    name: `packages/client/src/${file}`,
    path: `dist/client-size/${file.split(".")[0]}.js`,
    limit,
    gzip: true,
  })),
];

import { globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiReference } from "./build/api-reference.ts";
import { clientFiles } from "./build/client-files.ts";
import { compileMessages, nameChunk } from "../locales/compile-messages.ts";
import { plainImports } from "./build/plain-imports.ts";
import { sharedModules } from "./build/shared-modules.ts";
import { streamingReact } from "./build/streaming-react.ts";
import { dropUnusedFunctions } from "../scripts/worker-bundle/drop-unused-functions.ts";

/** Where the Worker is while Vite answers pages. `npm run dev` sets it, and the browser has the same host for both. */
const workerUrl = process.env["WORKER_URL"];
const worker = {
  target: workerUrl ?? "http://localhost:8787",
  changeOrigin: workerUrl === undefined,
};
/** What only the Worker answers, as keys of Vite's proxy. Vite answers pages. */
const workerPaths = [
  "^/(api|\\.well-known|plain)/",
  "^/([\\w-]+\\.(ico|svg|png|webmanifest|txt|xml)|sitemaps/.*|share-picture|buy)(\\?|$)",
  "^/p/[^/]+(\\.md|/share-picture)(\\?|$)",
];
/** The directory of everything that is built. */
const dist = fileURLToPath(new URL(`../${process.env["BUILD_DIR"] ?? "dist"}`, import.meta.url));

export default defineConfig(({ command }) => ({
  // Relative to the directory that Vite is started in, which is the repository's root.
  root: "frontend",
  plugins: [
    ...compileMessages(),
    react(),
    clientFiles(command === "build" ? `${dist}/client-files.json` : undefined),
    apiReference(),
    streamingReact(),
    dropUnusedFunctions(),
    plainImports(),
    sharedModules(),
  ],
  // React has had this hook since version 18.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }],
  },
  environments: {
    /** What browsers load. */
    client: {
      build: {
        outDir: `${dist}/client`,
        emptyOutDir: true,
        // The CSS is small, and in one file the cascade layers keep the order of styles/index.css.
        cssCodeSplit: false,
        // The Worker names the files of each page, and the app loads the other pages in advance: so no list of all
        // files is needed in the app itself (decision 60).
        modulePreload: false,
        rolldownOptions: {
          checks: { bundlerTimings: false },
          input: [
            "frontend/index.html",
            "frontend/start-app.ts",
            "frontend/embed/embed.ts",
            ...globSync("locales/*/{shell,shop,account,seats,console}.po"),
          ],
          preserveEntrySignatures: "exports-only",
          output: {
            comments: { legal: false },
            entryFileNames: (chunk) =>
              // Other sites name this file, so it has no version in its name.
              chunk.facadeModuleId?.endsWith("/embed/embed.ts")
                ? "embed.js"
                : nameChunk("assets/")(chunk),
            chunkFileNames: nameChunk("assets/"),
            // All static imports of main.tsx become one file, which compresses better and keeps the styles in import
            // order.
            codeSplitting: {
              groups: [
                { name: "app", test: /frontend\/main\.tsx$/, priority: 2 },
                // What most pages of buyers share. Each file costs a phone a millisecond, however small it is.
                {
                  name: "shared",
                  test: /frontend\/(ui|shell(?!\/load-error)|i18n|messages|http)\/|@lingui\/react/,
                  minShareCount: 16,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    /** What the Worker draws pages with. */
    server: {
      consumer: "server",
      resolve: { noExternal: true, conditions: ["workerd", "edge-light", "module", "browser"] },
      define: { "process.env.NODE_ENV": '"production"' },
      build: {
        outDir: `${dist}/server`,
        emptyOutDir: true,
        copyPublicDir: false,
        minify: true,
        rolldownOptions: {
          checks: { bundlerTimings: false },
          input: "frontend/server.ts",
          // The Worker's emails have it too.
          external: ["@lingui/core"],
          output: {
            entryFileNames: "server.js",
            chunkFileNames: nameChunk(""),
            comments: { legal: false },
          },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      // The Worker's pages name the browser's files.
      await builder.build(builder.environments["client"]!);
      await builder.build(builder.environments["server"]!);
    },
  },
  build: {
    // These browsers support light-dark() and nesting, so that nothing is rewritten for older ones.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
  },
  server: { proxy: Object.fromEntries(workerPaths.map((path) => [path, worker])) },
}));

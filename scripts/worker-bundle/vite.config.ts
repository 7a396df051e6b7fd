import { resolve } from "node:path";
import { defineConfig } from "vite";
import { compileMessages, nameChunk } from "../../locales/compile-messages.ts";
import { stripeResources } from "../../worker/stripe/resources.ts";
import { dropApiReference } from "./drop-api-reference.ts";
import { dropStripeResources } from "./drop-stripe-resources.ts";
import { dropTableIndexes } from "./drop-table-indexes.ts";
import { dropUnreadSchemas } from "./drop-unread-schemas.ts";
import { dropUnusedCode } from "./drop-unused-code.ts";
import { dropUnusedFunctions } from "./drop-unused-functions.ts";
import { orderModules } from "./order-modules.ts";
import { packNamesOfCharacters } from "./pack-characters.ts";
import { shortenSql } from "./shorten-sql.ts";

/** The directory of everything that is built. */
const dist = resolve(import.meta.dirname, "../..", process.env["BUILD_DIR"] ?? "dist");

/**
 * Bundles the Worker into `dist/worker`, as it is deployed: minified, without the code that no module uses. The
 * frontend is built first, because the Worker draws pages with it. Relative to the directory that Vite is started in,
 * which is the repository's root.
 */
export default defineConfig({
  publicDir: false,
  plugins: [
    ...compileMessages(),
    orderModules(["worker/index.ts", "worker/admin/routes.ts"]),
    dropApiReference(),
    dropUnreadSchemas(),
    dropTableIndexes(),
    shortenSql(),
    dropStripeResources(stripeResources),
    dropUnusedCode(),
    dropUnusedFunctions(),
    packNamesOfCharacters(),
  ],
  ssr: {
    target: "webworker",
    // Every package is bundled. The runtime has only its own modules.
    noExternal: true,
    resolve: { conditions: ["workerd", "worker", "module", "import", "default"] },
  },
  resolve: {
    alias: {
      "@gatehouse/renderer": `${dist}/server/server.js`,
      // What the renderer and the rest of the Worker share.
      "@gatehouse/shared": resolve("worker/shared"),
    },
  },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    ssr: "worker/index.ts",
    outDir: `${dist}/worker`,
    emptyOutDir: true,
    target: "es2024",
    // A deployment uploads the source maps, so that stack traces name the lines of the source.
    sourcemap: true,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      external: /^(?:node|cloudflare):/,
      // The runtime takes every export of the entry for a handler, so what the modules share is in another one.
      preserveEntrySignatures: "strict",
      output: {
        // What only some requests need is a module of its own, which the runtime reads when it is first imported.
        codeSplitting: {
          groups: [
            {
              name: "worker",
              // A text of consent is loaded when it is first needed only because plain Node cannot compile it.
              test: /worker\/(?:index|checkout\/write-consent-text)\.ts$/,
              priority: 3,
            },
            // Emails share most of their text's structure, so they are smaller together.
            { name: "emails", test: /\/worker\/email/, priority: 1 },
          ],
        },
        entryFileNames: "index.js",
        chunkFileNames: nameChunk(""),
        comments: false,
        // Logs name an error by its class.
        minify: {
          mangle: { keepNames: { class: true, function: false } },
          compress: true,
          codegen: true,
        },
      },
    },
  },
});

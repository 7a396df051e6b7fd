import { defineConfig } from "vite";
import { stripeResources } from "../../worker/stripe/resources.ts";
import { dropApiReference } from "./drop-api-reference.ts";
import { dropStripeResources } from "./drop-stripe-resources.ts";
import { dropUnusedCode } from "./drop-unused-code.ts";

/**
 * Bundles the Worker into `dist/worker`, as it is deployed: minified, without the code that no module uses. Relative to
 * the directory that Vite is started in, which is the repository's root.
 */
export default defineConfig({
  publicDir: false,
  plugins: [dropApiReference(), dropStripeResources(stripeResources), dropUnusedCode()],
  ssr: {
    target: "webworker",
    // Every package is bundled. The runtime has only its own modules.
    noExternal: true,
    resolve: { conditions: ["workerd", "worker", "module", "import", "default"] },
  },
  define: { "process.env.NODE_ENV": '"production"' },
  build: {
    ssr: "worker/index.ts",
    outDir: "dist/worker",
    emptyOutDir: true,
    target: "esnext",
    // A deployment uploads the source maps, so that stack traces name the lines of the source.
    sourcemap: true,
    rolldownOptions: {
      external: /^(?:node|cloudflare):/,
      output: {
        entryFileNames: "index.js",
        chunkFileNames: "[name]-[hash].js",
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

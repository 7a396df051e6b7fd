import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { apiReference } from "./build/api-reference.ts";
import { preloadPages } from "./build/preload-pages.ts";

const worker = "http://localhost:8787";

export default defineConfig({
  // Relative to the directory that Vite is started in, which is the repository's root.
  root: "frontend",
  plugins: [react(), preloadPages(), apiReference()],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    // The CSS is small, and in one file the cascade layers keep the order of styles/index.css.
    cssCodeSplit: false,
    // These browsers support light-dark() and nesting, so that nothing is rewritten for older ones.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        comments: { legal: false },
        // All static imports of main.tsx become one file, which compresses better and keeps the styles in import order.
        codeSplitting: { groups: [{ name: "app", test: /frontend\/main\.tsx$/ }] },
      },
    },
  },
  server: { proxy: { "/api": worker, "/.well-known": worker } },
});

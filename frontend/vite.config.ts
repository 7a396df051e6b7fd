import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { preloadPages } from "./build/preload-pages.ts";

const worker = "http://localhost:8787";

export default defineConfig({
  // Vite resolves this against the directory it is started in: the repository's root.
  root: "frontend",
  plugins: [react(), preloadPages()],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    // All of it is a few kilobytes, and in one file the order of the cascade layers is that of styles/index.css.
    cssCodeSplit: false,
    // Browsers that know light-dark() and nesting: nothing is rewritten for older ones.
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        comments: { legal: false },
        // What main.tsx imports is one file: it packs better, and the styles stay in the order they are imported in.
        codeSplitting: { groups: [{ name: "app", test: /frontend\/main\.tsx$/ }] },
      },
    },
  },
  server: { proxy: { "/api": worker, "/.well-known": worker } },
});

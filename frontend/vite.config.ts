import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";


export default defineConfig({
  // Vite resolves this against the directory it is started in: the repository's root.
  root: "frontend",
  plugins: [react()],
  build: { outDir: "../dist/client", emptyOutDir: true, modulePreload: { polyfill: false } },
});

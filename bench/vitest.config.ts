import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Benchmarks run in workerd with D1, like the tests, but never among them. */
export default defineConfig({
  // Quiet about packages whose source maps name files that they do not ship.
  logLevel: "error",
  test: {
    include: ["bench/**/*.bench.ts"],
    setupFiles: ["./worker/testing/migrate.ts"],
    testTimeout: 120_000,
  },
  plugins: [
    cloudflareTest(async () => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: { bindings: { MIGRATIONS: await readD1Migrations("./worker/db/migrations") } },
    })),
  ],
});

import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Runs benchmarks in workerd with D1 and the sandbox, like the tests but separately from them. */
export default defineConfig({
  // Hides warnings about packages whose source maps refer to missing files.
  logLevel: "error",
  // No benchmark asks for a page, so this is never loaded.
  resolve: { alias: { "@gatehouse/renderer": resolve("frontend/server.ts") } },
  test: {
    include: ["bench/**/*.bench.ts"],
    globalSetup: ["./scripts/test-sandbox.ts"],
    setupFiles: ["./worker/testing/migrate.ts"],
    // A storm takes about 30 ms for each event.
    testTimeout: 600_000 + 200 * Number(process.env["STORM_EVENTS"] ?? 0),
    // Benchmarks that run in parallel would slow each other down.
    fileParallelism: false,
    // Prints console output as is, because it is the result.
    disableConsoleIntercept: true,
    provide: { storm: stormFromEnv(process.env) },
  },
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      // The source itself: wrangler.toml names the bundle.
      main: "./worker/index.ts",
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        // A queue without a consumer, for the ingress benchmark.
        queueProducers: { IDLE_QUEUE: { queueName: "bench-idle" } },
        bindings: {
          STRIPE_API_URL: inject<string>("sandboxUrl"),
          MIGRATIONS: await readD1Migrations("./worker/db/migrations"),
        },
      },
    })),
  ],
});

/** Reads the variables that scripts/bench.ts sets. */
function stormFromEnv(env: Record<string, string | undefined>) {
  return {
    customers: Number(env["STORM_CUSTOMERS"]),
    events: Number(env["STORM_EVENTS"]),
    seed: Number(env["STORM_SEED"]),
  };
}

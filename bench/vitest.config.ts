import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

/** Benchmarks run in workerd with D1 and beside the sandbox, like the tests, but never among them. */
export default defineConfig({
  // Quiet about packages whose source maps name files that they do not ship.
  logLevel: "error",
  test: {
    include: ["bench/**/*.bench.ts"],
    globalSetup: ["./scripts/test-sandbox.ts"],
    setupFiles: ["./worker/testing/migrate.ts"],
    testTimeout: 600_000,
    // One at a time: they would slow each other.
    fileParallelism: false,
    // Bare lines: what is printed is the result.
    disableConsoleIntercept: true,
    provide: { storm: stormFromEnv(process.env) },
  },
  plugins: [
    cloudflareTest(async ({ inject }) => ({
      wrangler: { configPath: "./wrangler.toml" },
      miniflare: {
        // For ingress: a queue without a consumer.
        queueProducers: { IDLE_QUEUE: { queueName: "bench-idle" } },
        bindings: {
          STRIPE_API_URL: inject<string>("sandboxUrl"),
          MIGRATIONS: await readD1Migrations("./worker/db/migrations"),
        },
      },
    })),
  ],
});

/** Given by scripts/bench.ts, which says what is usual. */
function stormFromEnv(env: Record<string, string | undefined>) {
  return {
    customers: Number(env["STORM_CUSTOMERS"]),
    events: Number(env["STORM_EVENTS"]),
    seed: Number(env["STORM_SEED"]),
  };
}

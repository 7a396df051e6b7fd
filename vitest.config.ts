import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Half of a small machine idles otherwise: by default one core is kept free.
    maxWorkers: 2,
    projects: [
      {
        // Quiet about packages whose source maps name files that they do not ship.
        logLevel: "error",
        plugins: [
          cloudflareTest(async ({ inject }) => ({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                STRIPE_API_URL: inject<string>("sandboxUrl"),
                OIDC_ISSUER: `${inject<string>("sandboxUrl")}/oidc`,
                // No sender but in the tests that want one: .dev.vars names the local shop's mailbox.
                EMAIL_FROM: "",
                EMAIL_API_KEY: "",
                MIGRATIONS: await readD1Migrations("./worker/db/migrations"),
              },
            },
          })),
        ],
        test: {
          name: "worker",
          include: ["worker/**/*.test.ts"],
          // Else a stylesheet is empty, also where a test asks for its text.
          css: { include: [/tokens\.css/] },
          globalSetup: ["./scripts/test-sandbox.ts"],
          setupFiles: ["./worker/testing/migrate.ts"],
          // A life at Stripe is many requests, and a small machine runs two files at once.
          testTimeout: 20_000,
        },
      },
      {
        test: { name: "frontend", include: ["frontend/**/*.test.ts"], environment: "node" },
      },
      {
        test: {
          name: "sandbox",
          include: ["packages/sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
          environment: "node",
        },
      },
      {
        test: {
          name: "journeys",
          include: ["frontend/e2e/**/*.spec.ts"],
          environment: "node",
          globalSetup: ["./frontend/e2e/shop.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
        },
      },
    ],
  },
});

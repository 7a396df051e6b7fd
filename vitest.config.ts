import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { Plugin } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { compileMessages } from "./locales/compile-messages.ts";
import { clientFiles } from "./frontend/build/client-files.ts";
import { pseudoLocale } from "./worker/shared/locales.ts";

/**
 * Catalogs of the made-up language and of the console take what they lack from the English file, which the cache doesn't
 * look at.
 */
const readIncompleteCatalogs: Plugin = {
  name: "read-incomplete-catalogs",
  configureVitest({ defineCacheKeyGenerator }) {
    const incomplete = new RegExp(`/locales/(?:${pseudoLocale}/|.+/console\\.po$)`);
    defineCacheKeyGenerator(({ id }) => (incomplete.test(id) ? false : null));
  },
};

/** `npm run bench` runs them at length, and `npm test` briefly, beside the tests. */
const BENCH = "bench/*.bench.ts";
/** `npm run test:scale` runs them, and nothing beside them: large tables, and whole deployments. */
const LARGE = "worker/**/*.scale.test.ts";
const LARGE_SCRIPTS = "scripts/**/*.scale.test.ts";

/** The tests of the stand-ins and the scripts. */
const inNode: TestProjectInlineConfiguration["test"] = {
  environment: "node",
  // Where a test has set the variables of the stand-in for Cloudflare, remote bindings lead there.
  setupFiles: ["./scripts/testing/cloudflare/route-workerd.ts"],
  // Loading the modules again for each file takes as long as the tests. They keep no state in modules.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** Below the ports that systems give to outgoing connections. */
let lastPort = 20_000 + Math.floor(Math.random() * 9_000);

/** Returns a port that is free, and never one that it has returned before. */
async function takePort(): Promise<number> {
  const port = ++lastPort;
  const server = createServer().listen(port, "127.0.0.1");
  const isFree = await once(server, "listening").catch(() => null);
  if (!isFree) return takePort();
  server.close();
  await once(server, "close");
  return port;
}

/** A project whose tests run in workerd, with D1 and the sandbox. */
function inWorkerd(test: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  const { provide, ...rest } = test ?? {};
  return {
    // Quiet about packages whose source maps name files that they do not ship.
    logLevel: "error",
    // The Worker draws pages with the frontend's sources here, so that no test sees an old build.
    resolve: {
      alias: {
        "@gatehouse/renderer": resolve("frontend/server.ts"),
        // At length, benchmarks measure what is deployed: the source, loaded module by module, is slower.
        "@gatehouse/worker": resolve(
          rest.name === "bench" ? "dist/worker/index.js" : "worker/index.ts",
        ),
      },
    },
    plugins: [
      ...compileMessages(),
      readIncompleteCatalogs,
      clientFiles(),
      cloudflareTest(async ({ inject }) => {
        const port = await takePort();
        return {
          // The source itself: wrangler.toml names the bundle.
          main: "./worker/index.ts",
          // The runtime's own warnings go past what `silent` keeps quiet: hundreds, of requests that tests send on
          // purpose.
          verbose: false,
          wrangler: { configPath: "./wrangler.toml" },
          miniflare: {
            // For requests that `fetch` refuses to send: `worker/testing/clients/raw-http.ts`.
            unsafeDirectSockets: [{ host: "127.0.0.1", port }],
            // Without a consumer, for the benchmark of webhooks.
            queueProducers: { IDLE_QUEUE: { queueName: "bench-idle" } },
            // For worker/testing/database/create-lagging-database.ts. Created when a test uses them.
            d1Databases: ["LAGGING", "LAGGING_COPY_1", "LAGGING_COPY_2"],
            bindings: {
              STRIPE_API_URL: inject<string>("sandboxUrl"),
              OIDC_ISSUER: `${inject<string>("sandboxUrl")}/oidc`,
              // No sender but in the tests that want one: .dev.vars names the local shop's mailbox.
              EMAIL_FROM: "",
              EMAIL_API_KEY: "",
              // Each vitest worker has its own account, because all of them use one sandbox.
              STRIPE_SECRET_KEY: `sk_test_${randomUUID().replaceAll("-", "")}`,
              MIGRATIONS: await readD1Migrations("./worker/db/migrations"),
              SOCKET_PORT: port,
            },
          },
        };
      }),
    ],
    test: {
      // Else a stylesheet is empty, also where a test asks for its text.
      css: { include: [/tokens\.css/] },
      globalSetup: ["./scripts/test/sandbox.ts"],
      setupFiles: ["./worker/testing/migrate.ts"],
      // All files of a vitest worker share one runtime and one database: four times as fast as one for each file.
      isolate: false,
      // Bundles large packages into one module each. Loading their modules one by one is most of a short run.
      deps: {
        optimizer: {
          ssr: {
            enabled: true,
            include: [
              "stripe",
              "drizzle-orm",
              "drizzle-orm/d1",
              "drizzle-orm/sqlite-core",
              "zod",
              "jose",
              "micromark",
              "micromark-extension-gfm",
              "fast-check",
              "@lingui/core",
              "@lingui/react",
              "react",
              "react/jsx-dev-runtime",
              "react/jsx-runtime",
              "react-dom/server.edge",
              "@tanstack/react-query",
              "wouter",
            ],
          },
        },
      },
      // `npm run fuzz` sends more requests than the suite does.
      provide: {
        fuzz: {
          requests: Number(process.env["FUZZ_REQUESTS"] ?? 0),
          seed: Number(process.env["FUZZ_SEED"] ?? 0),
        },
        // More of them with `LIVES=200 LIVES_SEED=7 npx vitest run --project worker random-life`.
        lives: {
          count: Number(process.env["LIVES"] ?? 3),
          seed: Number(process.env["LIVES_SEED"] ?? 11),
        },
        bench: { isBrief: true, customers: 3, events: 30, capacity: 40, seed: 1 },
        ...provide,
      },
      // Only stops tests that hang: no test may fail because a machine is slow or busy.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      ...rest,
    },
  };
}

export default defineConfig({
  test: {
    // Half of a small machine idles otherwise: by default one core is kept free.
    maxWorkers: Math.max(2, availableParallelism()),
    // The Worker logs each request that fails, which hundreds of tests want. What a failed test has logged is printed.
    silent: "passed-only",
    projects: [
      inWorkerd({ name: "worker", include: ["worker/**/*.test.ts", BENCH], exclude: [LARGE] }),
      inWorkerd({ name: "scale", include: [LARGE] }),
      inWorkerd({
        name: "bench",
        include: [BENCH],
        isolate: true,
        // Benchmarks that run in parallel would slow each other down.
        fileParallelism: false,
        provide: {
          bench: {
            isBrief: false,
            customers: Number(process.env["STORM_CUSTOMERS"]),
            events: Number(process.env["STORM_EVENTS"]),
            capacity: Number(process.env["CAPACITY"]),
            seed: Number(process.env["STORM_SEED"]),
          },
        },
        // A storm takes about 30 ms for each event.
        testTimeout: 600_000 + 200 * Number(process.env["STORM_EVENTS"] ?? 0),
      }),
      {
        plugins: [...compileMessages(), readIncompleteCatalogs],
        // A custom element, which needs a browser as soon as it is loaded.
        resolve: { alias: { "@github/markdown-toolbar-element": "data:text/javascript," } },
        test: {
          name: "frontend",
          include: ["frontend/**/*.test.ts"],
          environment: "node",
          isolate: false,
        },
      },
      {
        test: {
          ...inNode,
          name: "sandbox",
          include: ["packages/sandbox/**/*.test.ts", "scripts/**/*.test.ts"],
          exclude: [LARGE_SCRIPTS],
        },
      },
      {
        test: {
          ...inNode,
          name: "deployments",
          include: [LARGE_SCRIPTS],
          // Each start of wrangler takes a minute where others keep the machine busy, and a test has several.
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
        },
      },
      {
        test: {
          name: "client",
          globalSetup: ["./packages/client/testing/pack-client.ts"],
          include: ["packages/client/**/*.test.{ts,tsx}", "examples/**/*.test.ts"],
          environment: "node",
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: "journeys",
          include: ["frontend/e2e/**/*.spec.ts"],
          environment: "node",
          globalSetup: ["./frontend/e2e/setup.ts"],
          // Each file has a shop of its own, so a process runs one after the other without loading everything again.
          isolate: false,
          // Node runs the sources itself, as it does the scripts: they need nothing that Vite adds.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          // Far more than they take, also where others keep the machine busy: what is slow is not wrong.
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});

import { cpSync, mkdirSync, rmSync } from "node:fs";
import { build } from "vite";
import { buildShop } from "../deploy/deploy-shop.ts";
import { runCommand, runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import { buildSeed } from "./build-seed.ts";

/** The configuration of the demo's Worker. */
export const demoConfigPath = "scripts/demo/worker/wrangler.toml";

const outDir = "dist/demo";
const shopModule = "gatehouse:shop";
const keepNames = { class: true, function: false };

/** Vitest sets another environment, in which React would be built for development. */
const runInProduction: CommandRunner = (command, args, options) =>
  runCommand(command, args, { ...options, env: { ...options?.env, NODE_ENV: "production" } });

/** Builds the shop as it is deployed. */
export async function buildShopForDemo(): Promise<void> {
  await buildShop(runInProduction);
  const args = ["deploy", "--dry-run", "--outdir", "dist/deployable"];
  await runOrThrow(runInProduction, "wrangler", args, { quiet: true });
}

/**
 * Builds the demo from a built shop: the shop's Worker beside the demo's own, its files, and the rows of the snapshot.
 * @param origin where visitors will find it
 */
export async function buildDemo(origin: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(`${outDir}/worker`, { recursive: true });
  cpSync("dist/client", `${outDir}/client`, { recursive: true });
  cpSync("dist/worker", `${outDir}/worker/shop`, { recursive: true });
  buildSeed(`${outDir}/client/demo`, origin);
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    plugins: [
      {
        name: "shop-as-deployed",
        enforce: "pre",
        resolveId: (source) =>
          source === shopModule ? { id: "./shop/index.js", external: true } : null,
      },
    ],
    ssr: {
      target: "webworker",
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "module", "import", "default"] },
    },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      ssr: "scripts/demo/worker/index.ts",
      target: "es2024",
      outDir: `${outDir}/worker`,
      emptyOutDir: false,
      rolldownOptions: {
        external: /^(?:node|cloudflare):/,
        makeAbsoluteExternalsRelative: false,
        output: {
          entryFileNames: "index.js",
          codeSplitting: false,
          comments: false,
          banner:
            'import { createRequire } from "node:module"; const require = createRequire("/");',
          minify: { mangle: { keepNames }, compress: { keepNames }, codegen: true },
        },
      },
    },
  });
}

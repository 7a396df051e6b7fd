import { fileURLToPath } from "node:url";
import { build } from "vite";

const sourceDir = fileURLToPath(new URL("..", import.meta.url));

const keepNames = { class: true, function: false };

/**
 * Bundles the sandbox as a Worker, as `worker/wrangler.toml` deploys it, with its dependencies.
 * @param outDir an absolute path, which need not exist
 */
export async function buildWorker(
  outDir = fileURLToPath(new URL("../../../dist/sandbox-worker", import.meta.url)),
): Promise<string> {
  await build({
    configFile: false,
    logLevel: "error",
    root: sourceDir,
    ssr: {
      target: "webworker",
      noExternal: true,
      resolve: { conditions: ["workerd", "worker", "module", "import", "default"] },
    },
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      ssr: fileURLToPath(new URL("../worker/index.ts", import.meta.url)),
      target: "es2024",
      outDir,
      emptyOutDir: true,
      rolldownOptions: {
        external: /^(?:node|cloudflare):/,
        output: {
          entryFileNames: "index.js",
          codeSplitting: false,
          comments: false,
          // Packages of the OpenID provider are CommonJS, and load the modules of Node by this function.
          banner:
            'import { createRequire } from "node:module"; const require = createRequire("/");',
          // The OpenID provider finds its settings by the names of its classes.
          minify: { mangle: { keepNames }, compress: { keepNames }, codegen: true },
        },
      },
    },
  });
  return `${outDir}/index.js`;
}

import { execFile } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";

const run = promisify(execFile);
const sourceDir = fileURLToPath(new URL("..", import.meta.url));
const root = join(sourceDir, "../..");

type Manifest = Record<string, unknown> & {
  exports: Record<string, string>;
  bin: Record<string, string>;
};

/**
 * Writes the package as npm publishes it. The repository runs the sandbox from its TypeScript; below `node_modules`,
 * Node refuses that, so the package has JavaScript: the sources in one file, without their dependencies.
 * @param outDir an absolute path, which need not exist
 * @param extra fields for the manifest, such as the repository that provenance names
 */
export async function buildPackage(outDir: string, extra: object = {}): Promise<void> {
  const manifest = toPublishedManifest(readManifest());
  mkdirSync(outDir, { recursive: true });
  await Promise.all([bundle(outDir), writeTypes(outDir)]);
  chmodSync(join(outDir, "cli.js"), 0o755);
  for (const page of ["README.md", "CALLS.md"])
    copyFileSync(join(sourceDir, page), join(outDir, page));
  copyFileSync(join(root, "LICENSE"), join(outDir, "LICENSE"));
  writeFileSync(
    join(outDir, "package.json"),
    `${JSON.stringify({ ...manifest, ...extra }, null, 2)}\n`,
  );
}

/**
 * Builds the package in `dir` and packs it.
 * @returns the path of the tarball
 */
export async function packPackage(dir: string): Promise<string> {
  await buildPackage(dir);
  const options = ["--json", "--silent", "--offline", "--ignore-scripts"];
  const { stdout } = await run("npm", ["pack", ...options], { cwd: dir });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  return join(dir, packed.filename);
}

const readManifest = () =>
  JSON.parse(readFileSync(join(sourceDir, "package.json"), "utf8")) as Manifest;

/** Leaves out what only the repository uses, and names the built files. */
function toPublishedManifest(source: Manifest): object {
  const { private: _, scripts: __, devDependencies: ___, ...kept } = source;
  const toBuilt = (file: string, ending: string) => file.replace(/\.ts$/, ending);
  return {
    ...kept,
    // npm adds the README and the license.
    files: ["*.js", "*.d.ts", "CALLS.md"],
    bin: Object.fromEntries(
      Object.entries(source.bin).map(([name, file]) => [name, toBuilt(file, ".js")]),
    ),
    exports: {
      ".": {
        types: toBuilt(source.exports["."]!, ".d.ts"),
        default: toBuilt(source.exports["."]!, ".js"),
      },
      "./package.json": "./package.json",
    },
  };
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: "error",
    root: sourceDir,
    build: {
      ssr: true,
      target: "node22",
      outDir,
      minify: false,
      rolldownOptions: {
        input: { main: join(sourceDir, "main.ts"), cli: join(sourceDir, "cli.ts") },
        output: { entryFileNames: "[name].js" },
      },
    },
  });
}

/** The public functions and types stand in two files, which import no others. */
async function writeTypes(outDir: string): Promise<void> {
  const typescript = join(root, "node_modules/typescript/bin/tsc");
  const args = ["-p", "tsconfig.build.json", "--outDir", outDir];
  await run(process.execPath, [typescript, ...args], { cwd: sourceDir });
}

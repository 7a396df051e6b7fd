import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { prepareRelease } from "../../release/prepare.ts";
import { commitFiles, runGit } from "./git.ts";

/** What a deployment reads. Pages are built before. */
const SOURCES = [
  ".dev.vars.example",
  ".gitignore",
  "CHANGELOG.md",
  "package.json",
  "package-lock.json",
  "releases",
  "scripts",
  "template",
  "worker",
  "wrangler.toml",
];

/**
 * Makes a repository that shops are copied from. Its only release is the newest one that this repository names, with the
 * code of today.
 */
export function createOrigin(folder: string, version: string): void {
  mkdirSync(folder);
  for (const name of SOURCES) cpSync(name, join(folder, name), { recursive: true });
  runGit(folder, "init", "-q", "-b", "main");
  commitFiles(folder, {});
  runGit(folder, "tag", `v${version}`);
}

/** Adds a release that has more files, as `npm run release -- prepare` does. */
export function addRelease(
  folder: string,
  { version, files }: { version: string; files: Record<string, string> },
): void {
  const changelog = readFileSync(join(folder, "CHANGELOG.md"), "utf8");
  commitFiles(folder, {
    ...files,
    "CHANGELOG.md": changelog.replace("## [Unreleased]", "## [Unreleased]\n\n- A change."),
  });
  // The Worker of a release is kept for later ones, of which there are none.
  const workerDir = join(folder, "no-worker");
  prepareRelease({ root: folder, version, date: "2026-12-01", workerDir });
  commitFiles(folder, {});
  runGit(folder, "tag", `v${version}`);
}

/**
 * Clones a repository, and installs the packages of this one. In place of vite, a script copies what was built before; in
 * place of npm, one does nothing, because packages are installed anew after each change of the lock file.
 * @param build.dir a built shop, with `client` and `worker`
 */
export function cloneOrigin(origin: string, clone: string, build: { dir: string }): void {
  runGit(".", "clone", "-q", origin, clone);
  const packages = join(clone, "node_modules");
  mkdirSync(join(packages, ".bin"), { recursive: true });
  const link = (folder: string, without: string[]) => {
    for (const name of readdirSync(join("node_modules", folder)))
      if (!without.includes(name))
        symlinkSync(resolve("node_modules", folder, name), join(packages, folder, name));
  };
  link("", [".bin", ".installed-lock"]);
  link(".bin", ["npm", "vite"]);
  const addCommand = (name: string, script: string) =>
    writeFileSync(join(packages, ".bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  addCommand("npm", "exit 0");
  addCommand(
    "vite",
    `case "$*" in *worker-bundle*) part=worker ;; *) part=client ;; esac
rm -rf dist/$part && mkdir -p dist && cp -R "${resolve(build.dir)}/$part" dist/$part`,
  );
}

// Every npm script starts here, with any version of Node. Installs missing packages, then runs the script with the
// project's own Node, which supports TypeScript. This file is JavaScript so that older versions of Node can run it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
const stamp = join(root, "node_modules", ".installed-lock");
const env = {
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH}`,
  WRANGLER_SEND_METRICS: "false",
};
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.log("Installing packages …");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const npm = (...args) =>
    spawnSync("npm", [...args, ...quiet], { cwd: root, stdio: "inherit", env }).status;
  // `npm ci` fails if the registry lacks binaries of other systems that are in the lock file; `npm install` doesn't. In
  // GitHub's jobs, which deploy, only what the lock file names may be installed.
  const mayInstallOthers = process.env.GITHUB_ACTIONS !== "true";
  const isInstalled = npm("ci") === 0 || (mayInstallOthers && npm("install", "--no-save") === 0);
  // npm leaves out optional packages that don't support the Node it runs with, such as Lingui's binary under Node 20.
  // The project's own Node is installed by now, and comes first in the PATH: npm with it adds what is missing.
  if (!isInstalled || npm("install", "--no-save") !== 0) {
    console.error(
      "npm could not install the packages. See its message above; often there is no network or no disk space.",
    );
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

const [command, ...args] = process.argv.slice(2);
// Without a command, the packages are all that was asked for: their install scripts then see no secrets.
if (command === undefined) process.exit(0);
const child = spawn(
  join(bin, "node"),
  [join(root, "scripts", "commands", `${command}.ts`), ...args],
  {
    cwd: root,
    // Through the channel, the script notices when this process was killed.
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env,
  },
);
// Ctrl-C reaches the child directly. SIGTERM must be forwarded.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));

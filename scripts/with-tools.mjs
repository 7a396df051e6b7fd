// The first thing every npm script runs, with whatever Node there is: installs what is missing, then hands over to the
// project's own Node, which runs TypeScript as it is. Plain JavaScript, because an older Node must read it.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = join(root, "node_modules", ".bin");
const stamp = join(root, "node_modules", ".installed-lock");
const lock = createHash("sha256")
  .update(readFileSync(join(root, "package-lock.json")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  console.log("Installing packages …");
  const quiet = ["--no-audit", "--no-fund", "--loglevel=error"];
  const npm = (...args) =>
    spawnSync("npm", [...args, ...quiet], { cwd: root, stdio: "inherit" }).status;
  // A registry that lacks other systems' binaries makes a lock file that `ci` refuses and `install` accepts.
  if (npm("ci") !== 0 && npm("install", "--no-save") !== 0) {
    console.error(
      "npm could not install the packages; its message is above. Often there is no network, or no space.",
    );
    process.exit(1);
  }
  writeFileSync(stamp, lock);
}

const [command, ...args] = process.argv.slice(2);
const child = spawn(join(bin, "node"), [join(root, "scripts", `${command}.ts`), ...args], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    WRANGLER_SEND_METRICS: "false",
  },
});
// Ctrl-C reaches the child by itself; what else may end this process is passed on.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code, signal) => process.exit(code ?? (signal === "SIGINT" ? 130 : 1)));

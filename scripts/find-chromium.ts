import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * The path of a Chromium for the browser tests: `CHROMIUM_PATH`, the system's, Playwright's cached one, or one that is
 * installed now (Playwright's, else Debian's package where this is root on Debian).
 * @throws Error saying what to install when none can be had
 */
export async function findChromium(): Promise<string> {
  return present() ?? installFromPlaywright() ?? installFromDebian() ?? refuse();
}

function present(): string | undefined {
  const named = process.env["CHROMIUM_PATH"];
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [named, ...onPath, chromium.executablePath()].find((path) => path && isExecutable(path));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installFromPlaywright(): string | undefined {
  console.log("Installing Chromium for the browser tests …");
  spawnSync("playwright-core", ["install", "chromium"], { stdio: "ignore", timeout: 300_000 });
  const path = chromium.executablePath();
  if (!isExecutable(path)) return undefined;
  // Playwright's build may lack the system's libraries.
  const runs = spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
  return runs ? path : undefined;
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  try {
    execFileSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], {
      stdio: "ignore",
      env,
    });
  } catch {
    return undefined;
  }
  return present();
}

function refuse(): never {
  throw new Error(
    "The browser tests need Chromium and none could be installed. Install it and set CHROMIUM_PATH to its executable.",
  );
}

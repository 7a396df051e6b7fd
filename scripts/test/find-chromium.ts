import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

/** The headless shell first: it opens no window per page, so it needs less memory. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/**
 * Returns the path of Chromium for the browser tests: `CHROMIUM_PATH`, the system's, or Playwright's. If there is none,
 * installs Playwright's or, as root on Debian, the Debian package.
 * @throws Error with instructions if Chromium can't be found or installed
 */
export async function findChromium(): Promise<string> {
  return (
    findInstalledChromium() ?? installFromPlaywright() ?? installFromDebian() ?? throwNotInstalled()
  );
}

function findInstalledChromium(): string | undefined {
  const configuredPath = process.env["CHROMIUM_PATH"];
  const onPath = (process.env["PATH"] ?? "")
    .split(delimiter)
    .flatMap((dir) => NAMES.map((name) => join(dir, name)));
  return [configuredPath, ...onPath, chromium.executablePath()].find(
    (path) => path && isExecutable(path),
  );
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
  // Playwright's Chromium may need system libraries that are missing.
  const runs = spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;
  return runs ? path : undefined;
}

function installFromDebian(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const aptGet = (...args: string[]) =>
    spawnSync("apt-get", ["-qq", ...args], { stdio: "ignore", env }).status === 0;
  aptGet("update");
  // Older Debians have no package of the shell alone.
  for (const name of ["chromium-headless-shell", "chromium"])
    if (aptGet("install", "-y", "--no-install-recommends", name)) break;
  return findInstalledChromium();
}

function throwNotInstalled(): never {
  throw new Error(
    "The browser tests need Chromium, which could not be installed. Install it, then set CHROMIUM_PATH to its executable.",
  );
}

// Fetches the release of Gatehouse that gatehouse.json names, and deploys it with the configuration of this repository.
// Cloudflare runs `npm run build`, then `npm run deploy`.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";

const RELEASE = ".gatehouse";
const { repository, version } = JSON.parse(readFileSync("gatehouse.json", "utf8"));

const steps = {
  fetch() {
    if (!repository)
      stop("gatehouse.json names no repository: set the URL of Gatehouse's public repository.");
    rmSync(RELEASE, { recursive: true, force: true });
    run("git", [
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--branch",
      `v${version}`,
      repository,
      RELEASE,
    ]);
    const released = JSON.parse(readFileSync(`${RELEASE}/package.json`, "utf8"));
    if (released.version !== version)
      stop(`The tag v${version} is of version ${released.version}.`);
    appendFileSync(
      `${RELEASE}/frontend/styles/tokens.css`,
      `\n${readFileSync("theme.css", "utf8")}`,
    );
    // The packages' own install scripts run here, and not beside the token of the deployment.
    run("npm", ["run", "packages"], RELEASE);
  },
  deploy() {
    run("npm", ["run", "deploy:copy", "--", "--config", resolve("wrangler.toml")], RELEASE);
  },
};

function run(command, args, cwd = ".") {
  const { status } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (status !== 0) stop(`${command} ${args.join(" ")} failed.`);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}

const step = steps[process.argv[2]];
if (!step) stop("Usage: node gatehouse.mjs fetch | deploy");
step();

import { parseFlags, runScript } from "../run-script.ts";
import { buildDemo, buildShopForDemo, demoConfigPath } from "../demo/build-demo.ts";
import { tryVersion } from "../deploy/deploy-version.ts";
import { readRevision } from "../deploy/revision.ts";
import { runCommand, runOrThrow } from "../deploy/runner.ts";

const { values: flags } = parseFlags("npm run demo -- [--url https://…] [--dry-run | --local]", {
  options: {
    url: { type: "string" },
    local: { type: "boolean", default: false },
    port: { type: "string", default: "8790" },
    "dry-run": { type: "boolean", default: false },
  },
});

await runScript(async () => {
  const local = `http://127.0.0.1:${flags.port}`;
  const url = flags.local ? local : (flags.url ?? process.env["DEMO_URL"]);
  if (!url)
    throw new Error(
      "Where will visitors find the demo? Give --url https://gatehouse-demo.<your subdomain>.workers.dev, or set DEMO_URL",
    );
  const { origin } = new URL(url);
  await buildShopForDemo();
  await buildDemo(origin);
  const config = ["--config", demoConfigPath];
  if (flags["dry-run"]) {
    await tryVersion(runCommand, demoConfigPath);
    console.log(`A deployment would serve the demo at ${origin}. Nothing was changed.`);
  } else if (flags.local) {
    console.log(`The demo is at ${origin}. Ctrl-C ends it.`);
    await runCommand("wrangler", ["dev", ...config, "--ip", "127.0.0.1", "--port", flags.port]);
  } else {
    const { tag, message } = readRevision();
    await runOrThrow(runCommand, "wrangler", [
      "deploy",
      ...config,
      "--tag",
      tag,
      "--message",
      message,
    ]);
    console.log(`The demo is at ${origin}`);
  }
});

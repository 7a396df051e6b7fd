import { runCommand, runOrThrow } from "../deploy/runner.ts";
import { readRevision } from "../deploy/revision.ts";
import { tryVersion } from "../deploy/deploy-version.ts";
import { buildSite, siteConfigPath } from "../docs/site/build-site.ts";
import { parseFlags, runScript } from "../run-script.ts";

const { values: flags } = parseFlags(
  "npm run docs -- [--url https://…] [--serve [--port 8792] | --deploy [--dry-run]]",
  {
    options: {
      url: { type: "string" },
      serve: { type: "boolean", default: false },
      port: { type: "string", default: "8792" },
      deploy: { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  },
);

await runScript(async () => {
  const url = flags.url ?? process.env["DOCS_URL"];
  await buildSite(runCommand, { origin: url && new URL(url).origin });
  if (flags["dry-run"]) {
    await tryVersion(runCommand, siteConfigPath);
    console.log("A deployment would serve the site. Nothing was changed.");
  } else if (flags.deploy) {
    const { tag, message } = readRevision();
    const revision = ["--tag", tag, "--message", message];
    await runOrThrow(runCommand, "wrangler", ["deploy", "--config", siteConfigPath, ...revision]);
  } else if (flags.serve) {
    console.log(`The site is at http://127.0.0.1:${flags.port}. Ctrl-C ends it.`);
    const address = ["--ip", "127.0.0.1", "--port", flags.port];
    await runCommand("wrangler", ["dev", "--config", siteConfigPath, ...address], { quiet: true });
  }
});

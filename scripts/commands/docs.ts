import { once } from "node:events";
import { serve } from "@hono/node-server";
import { readPorts } from "../shop/ports.ts";
import { runCommand, runOrThrow } from "../deploy/runner.ts";
import { readRevision } from "../deploy/revision.ts";
import { tryVersion } from "../deploy/deploy-version.ts";
import { buildSite, siteConfigPath } from "../docs/site/build-site.ts";
import { docsFolder } from "../docs/site/prepare-site.ts";
import { addDocsToShop } from "../docs/site/shop-docs.ts";
import { createSiteServer } from "../docs/site/serve-site.ts";
import { parseFlags, runScript } from "../run-script.ts";

const { values: flags } = parseFlags(
  "npm run docs -- [--url https://…] [--versions] [--serve [--port 8792] | --deploy [--dry-run] | --into-shop]",
  {
    options: {
      url: { type: "string" },
      /** Builds the documents of earlier releases, too. A deployment always has them. */
      versions: { type: "boolean", default: false },
      serve: { type: "boolean", default: false },
      port: { type: "string", default: "8792" },
      deploy: { type: "boolean", default: false },
      /** Puts the site among the files of the built shop, which then serves it at /docs. */
      "into-shop": { type: "boolean", default: false },
      "dry-run": { type: "boolean", default: false },
    },
  },
);

await runScript(async () => {
  if (flags["into-shop"]) {
    await addDocsToShop(runCommand);
    return;
  }
  const url = flags.url ?? process.env["DOCS_URL"];
  await buildSite(runCommand, {
    origin: url && new URL(url).origin,
    hasVersions: flags.versions || flags.deploy,
  });
  if (flags["dry-run"]) {
    await tryVersion(runCommand, siteConfigPath);
    console.log("A deployment would serve the site. Nothing was changed.");
  } else if (flags.deploy) {
    const { tag, message } = readRevision();
    const revision = ["--tag", tag, "--message", message];
    await runOrThrow(runCommand, "wrangler", ["deploy", "--config", siteConfigPath, ...revision]);
  } else if (flags.serve) {
    const shopUrl = `http://localhost:${readPorts().port}`;
    const { fetch } = createSiteServer({ folder: `${docsFolder}/site`, shopUrl });
    const server = serve({ fetch, port: Number(flags.port), hostname: "127.0.0.1" });
    await once(server, "listening");
    console.log(`The site is at http://127.0.0.1:${flags.port}. Ctrl-C ends it.`);
    console.log(
      `Its API reference tries calls with the shop at ${shopUrl}, which npm start starts.`,
    );
  }
});

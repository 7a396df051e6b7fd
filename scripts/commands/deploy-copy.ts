import { parseFlags, runScript } from "../run-script.ts";
import { deployCopy } from "../copy/deploy-copy.ts";
import { runCommand } from "../deploy/runner.ts";

// What template/gatehouse.mjs runs in a release that it has fetched.
const { values: flags } = parseFlags("npm run deploy:copy -- --config path/to/wrangler.toml", {
  options: {
    /** The wrangler.toml of a copy that Cloudflare's deploy button has made. */
    config: { type: "string" },
  },
});
await runScript(async () => {
  if (flags.config === undefined) throw new Error("--config is missing");
  await deployCopy(runCommand, flags.config);
});

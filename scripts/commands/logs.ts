import { loadEnvFile } from "node:process";
import { parseFlags, runScript } from "../run-script.ts";
import { readWorkerName } from "../deploy/settings.ts";
import { readFilter } from "../logs/filter-logs.ts";
import { showLogs, type LogSource } from "../logs/show-logs.ts";

// npm run logs: the logs of the deployed shop from now on, or of a file or another program.
const { values: flags } = parseFlags(
  "npm run logs -- [--env-file path] [--name worker] [--file path | --file -] [--request id] [--customer id] [--job name] [--level info|warn|error] [--since 10m] [--json]",
  {
    options: {
      /** The settings file of the deployed shop, for its Cloudflare token. */
      "env-file": { type: "string" },
      /** Another Worker than the one in wrangler.toml, such as a preview. */
      name: { type: "string" },
      /** Logs that were saved; `-` is the standard input. */
      file: { type: "string" },
      request: { type: "string" },
      customer: { type: "string" },
      job: { type: "string" },
      level: { type: "string" },
      since: { type: "string" },
      json: { type: "boolean", default: false },
    },
  },
);
await runScript(async () => {
  if (flags["env-file"]) loadEnvFile(flags["env-file"]);
  const filter = readFilter(flags, Date.now());
  await showLogs(chooseSource(), { filter, isJson: flags.json, print: console.log });
});

function chooseSource(): LogSource {
  if (flags.file === "-") return { input: process.stdin };
  if (flags.file !== undefined) return { file: flags.file };
  return { worker: flags.name ?? readWorkerName(process.env) };
}

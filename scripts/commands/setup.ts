import { homedir } from "node:os";
import { join } from "node:path";
import { parseFlags, runScript } from "../run-script.ts";
import { createDialog, SetupCanceled } from "../setup/dialog.ts";
import { setUpByAsking, setUpFromFile } from "../setup/set-up.ts";
import { reachServices } from "../setup/surroundings.ts";

const usage = "npm run setup -- [--settings path] [--yes --file answers.json] [--replace-endpoint]";
const help = `Usage: ${usage}
  Asks what a shop needs, checks each answer, shows what it will make, and deploys. Run it again at any time: it keeps
  the answers, repairs what is missing, and goes on where it was stopped.
    --settings          where the settings are kept, outside of this folder. Default: ~/gatehouse.env
    --yes --file        asks nothing. Every answer is in the file, by the names in docs/guides/configuration.md
    --replace-endpoint  with --yes: makes a new webhook endpoint if the secret of the old one is lost`;

const { values: flags } = parseFlags(usage, {
  options: {
    /** Not --env-file: Node itself reads that option, and stops if there is no such file yet. */
    settings: { type: "string", default: join(homedir(), "gatehouse.env") },
    yes: { type: "boolean", default: false },
    /** A JSON object, or lines of NAME=value. */
    file: { type: "string" },
    "replace-endpoint": { type: "boolean", default: false },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (flags.help) {
  console.log(help);
  process.exit(0);
}

await runScript(async () => {
  const settingsFile = flags.settings;
  const surroundings = reachServices(process.env);
  if (flags.yes !== (flags.file !== undefined))
    throw new Error("--yes and --file belong together: without them, the setup asks");
  if (flags.file !== undefined) {
    const { file, "replace-endpoint": replaceEndpoint } = flags;
    await setUpFromFile({ file, settingsFile, replaceEndpoint }, surroundings, console.log);
    return;
  }
  if (!process.stdin.isTTY)
    throw new Error(
      "The setup asks in a terminal. Without one, run it with --yes --file answers.json",
    );
  try {
    await setUpByAsking(settingsFile, surroundings, createDialog());
  } catch (error) {
    if (!(error instanceof SetupCanceled)) throw error;
    console.log("Stopped. What you answered is kept: run `npm run setup` to go on.");
    process.exitCode = 130;
  }
});

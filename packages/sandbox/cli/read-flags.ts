import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { SandboxOptions } from "../options.ts";

export const usage = `Usage: gatehouse-sandbox [flags]

Starts an OpenID provider, a stand-in for Stripe and a mailbox on one port. Nothing in it is real.

  --port <number>            Default: 8788. 0 picks a free one
  --host <address>           Default: 127.0.0.1
  --state <directory>        Keeps everything there across restarts. Default: in memory
  --redirect <url>           Where a sign-in returns to. May be repeated
  --client-id <id>           The app that signs people in. Default: app
  --client-secret <secret>   Default: sandbox-secret. Empty for an app in a browser
  --webhook <url>            Where Stripe's events are sent
  --webhook-secret <secret>  Default: whsec_sandbox
  --webhook-event <type>     Only these events. May be repeated
  --app <url>                The app's URL, for the sandbox's own page
  --config <file>            The options of startSandbox() as JSON, for several clients and scheduled jobs
  --help, --version
`;

/** A flag is unknown, lacks its value, or cannot be read. The message is for the terminal. */
export class FlagError extends Error {}

/**
 * Reads the options of the command line. A flag wins over the same option of the config file.
 * @throws FlagError
 */
export function readFlags(args: string[]): SandboxOptions | "help" | "version" {
  const flags = parse(args);
  if (flags.help) return "help";
  if (flags.version) return "version";
  const config = flags.config === undefined ? {} : readConfig(flags.config);
  const webhookUrl = flags.webhook ?? config.webhook?.url;
  const events = flags["webhook-event"] ?? config.webhook?.events;
  const clients = flags.redirect
    ? [toClient(flags["client-id"], flags["client-secret"], flags.redirect)]
    : (config.clients ?? []);
  return {
    ...config,
    port: flags.port === undefined ? (config.port ?? 8788) : toPort(flags.port),
    host: flags.host ?? config.host ?? "127.0.0.1",
    stateDir: flags.state ?? config.stateDir ?? ":memory:",
    appUrl: flags.app ?? config.appUrl,
    clients,
    webhook: webhookUrl
      ? {
          url: webhookUrl,
          secret: flags["webhook-secret"] ?? config.webhook?.secret ?? "whsec_sandbox",
          ...(events && { events }),
        }
      : undefined,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        port: { type: "string" },
        host: { type: "string" },
        state: { type: "string" },
        redirect: { type: "string", multiple: true },
        "client-id": { type: "string" },
        "client-secret": { type: "string" },
        webhook: { type: "string" },
        "webhook-secret": { type: "string" },
        "webhook-event": { type: "string", multiple: true },
        app: { type: "string" },
        config: { type: "string" },
        help: { type: "boolean" },
        version: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new FlagError((error as Error).message);
  }
}

/** An empty secret makes a public client: an app in a browser or on a phone. */
function toClient(id = "app", secret = "sandbox-secret", redirectUris: string[]) {
  return { id, redirectUris, ...(secret !== "" && { secret }) };
}

function toPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new FlagError(`--port must be a number from 0 to 65535, not ${text}`);
  return port;
}

function readConfig(file: string): SandboxOptions {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as SandboxOptions;
  } catch (error) {
    throw new FlagError(`--config ${file} cannot be read: ${(error as Error).message}`);
  }
}

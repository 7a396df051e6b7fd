#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { FlagError, readFlags, usage } from "./cli/read-flags.ts";
import type { SandboxOptions } from "./options.ts";

/** The sandbox cannot start here. The message is for the terminal. */
class StartError extends Error {}

/** Starts the sandbox, and says how an app reaches it. It ends with Ctrl-C or SIGTERM. */
async function run(options: SandboxOptions): Promise<void> {
  if (!isBuiltin("node:sqlite"))
    throw new StartError(`The sandbox needs Node 22.13 or later. This is ${process.version}.`);
  const { startSandbox } = await import("./main.ts");
  const sandbox = await startSandbox(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => void sandbox.stop().then(() => process.exit(0)));
  const { host, port } = sandbox.stripeConfig;
  const clients = (options.clients ?? []).map(
    ({ id, secret }) => `client ${id}, ${secret === undefined ? "no secret" : `secret ${secret}`}`,
  );
  const lines = [
    `The sandbox is at ${sandbox.url}`,
    `  OpenID issuer  ${sandbox.issuer}`,
    ...(clients.length > 0 ? clients : ["no client: add --redirect <url>"]).map(
      (line) => `                 ${line}`,
    ),
    `  Stripe         key ${sandbox.secretKey}, host ${host}, port ${port}, protocol http`,
    `  Webhooks       ${options.webhook ? `to ${options.webhook.url}, secret ${[options.webhook.secret].flat().join(", ")}` : "none: add --webhook <url>"}`,
    `  Emails         API at ${sandbox.url}/mail`,
    `  DNS            resolver at ${sandbox.url}/dns/query`,
  ];
  console.log(lines.join("\n"));
}

try {
  const options = readFlags(process.argv.slice(2));
  if (options === "help") console.log(usage);
  else if (options === "version")
    console.log(
      (
        JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
          version: string;
        }
      ).version,
    );
  else await run(options);
} catch (error) {
  console.error(describe(error));
  process.exitCode = 1;
}

/** Returns what to say about an error that was expected. @throws any other error */
function describe(error: unknown): string {
  if (error instanceof FlagError) return `${error.message}\n\n${usage}`;
  if (error instanceof StartError) return error.message;
  const { code, port } = error as { code?: string; port?: number };
  if (code === "EADDRINUSE")
    return `Port ${port} is in use. Choose another one with --port, or 0 for any.`;
  throw error;
}

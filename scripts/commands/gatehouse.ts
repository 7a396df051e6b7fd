import { parseArgs } from "node:util";
import { listen } from "../gatehouse/listen.ts";
import { trigger } from "../gatehouse/trigger.ts";
import { findTrigger, triggers } from "../gatehouse/triggers.ts";

const usage = `Usage:
  npm run gatehouse -- listen --to <url> [--shop <url>] [--new-only]
      Forwards the shop's events to a local server, signed as a webhook endpoint would.
        --to        where to send them, e.g. http://localhost:3000/hooks
        --shop      the shop; without it, the one of \`npm start\`. For any other shop, put an API key with the
                    scopes events:read and licenses:read into GATEHOUSE_KEY.
        --new-only  skips what happened while nothing was listening

  npm run gatehouse -- trigger <event type>
      Makes an event happen in the shop of \`npm start\`, with a new customer in the sandbox. One of:
${wrap(Object.keys(triggers), 72)
  .map((line) => `        ${line}`)
  .join("\n")}`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: "string" },
      shop: { type: "string" },
      "new-only": { type: "boolean", default: false },
    },
  });
  const [command, type, ...rest] = positionals;
  if (command === "listen" && type === undefined && values.to !== undefined)
    await listen({ to: values.to, shop: values.shop, onlyNew: values["new-only"] });
  else if (command === "trigger" && type !== undefined && rest.length === 0)
    await trigger(type, findTrigger(type));
  else fail(usage);
} catch (error) {
  fail(isUsageError(error) ? `${error.message}\n\n${usage}` : describeError(error));
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

/** Whether `parseArgs` refused the arguments. */
function isUsageError(error: unknown): error is Error {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

/** Returns the message of an error, or of its cause: that of `fetch` says only that it failed. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.message === "fetch failed"
    ? `The shop or its sandbox does not answer (${error.cause.message}). Is \`npm start\` running?`
    : error.message;
}

/** Joins words with spaces into lines of this width. */
function wrap(words: string[], width: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

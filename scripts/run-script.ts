import { parseArgs, type ParseArgsConfig } from "node:util";

/**
 * Runs a command of `npm run`. If it fails, prints why and exits with code 1.
 *
 * A stack trace doesn't help with a wrong argument or setting, so it is printed only for what looks like a bug in the
 * program.
 */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(describeFailure(error));
    process.exit(1);
  }
}

/**
 * Parses the arguments of a command. If they are refused, prints why and exits with code 1.
 * @param usage the command with all of its arguments
 */
export function parseFlags<Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!isRefusedArgument(error)) throw error;
    console.error(`${firstSentence(error.message)}\nUsage: ${usage}`);
    process.exit(1);
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Errors of other classes, such as TypeError, come from the program or a library.
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

function isRefusedArgument(error: unknown): error is Error {
  return (
    error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")
  );
}

/** Node adds a hint about positional arguments, which these commands don't take. */
function firstSentence(message: string): string {
  return `${message.split(". ")[0]?.replace(/\.$/, "")}.`;
}

import { spawn } from "node:child_process";

/** The result of a command. `stdout` is for parsing; `output` is stdout and stderr, for messages. */
export type CommandResult = { code: number; stdout: string; output: string };

export type RunOptions = {
  /** Doesn't print the command's output. */
  quiet?: boolean;
  env?: Record<string, string>;
};

/** Runs a command without a shell, so that arguments are never interpreted. */
export type CommandRunner = (
  command: string,
  args: string[],
  options?: RunOptions,
) => Promise<CommandResult>;

/** Runs a command, and prints it and its output. */
export const runCommand: CommandRunner = async (command, args, options = {}) => {
  console.log(`$ ${formatCommand(command, args)}`);
  const child = spawn(command, args, {
    stdio: ["ignore", "pipe", "pipe"],
    // With CI=1, wrangler never prompts and never offers to edit wrangler.toml. What it answers is a line of its log,
    // which the reader's own level would leave out.
    env: { ...process.env, CI: "1", WRANGLER_LOG: "log", ...options.env },
  });
  let stdout = "";
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (!options.quiet) process.stdout.write(text);
    });
  }
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  return { code, stdout, output };
};

/**
 * Runs a command that must succeed.
 * @throws Error with the command and its output
 */
export async function runOrThrow(
  runner: CommandRunner,
  command: string,
  args: string[],
  options?: RunOptions,
): Promise<CommandResult> {
  const result = await runner(command, args, options);
  if (result.code !== 0) {
    throw new Error(
      `${formatCommand(command, args)} exited with code ${result.code}\n${result.output.trim()}`,
    );
  }
  return result;
}

/** Writes a command as in a terminal. */
export function formatCommand(command: string, args: string[]): string {
  return [
    command,
    ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : JSON.stringify(arg))),
  ].join(" ");
}

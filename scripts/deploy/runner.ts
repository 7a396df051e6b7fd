import { spawn } from "node:child_process";

/** The result of a command. `stdout` is for parsing; `output` is stdout and stderr, for messages. */
export type CommandResult = { code: number; stdout: string; output: string };

export type RunOptions = {
  /** Passed on standard input and never printed. Use it for secrets. */
  input?: string;
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
    stdio: ["pipe", "pipe", "pipe"],
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
  child.stdin.end(options.input ?? "");
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status) => resolve(status ?? 1));
  });
  return { code, stdout, output };
};

/**
 * Creates a runner that prints each command without running it. It simulates an account that has the given databases
 * and buckets and no queues, so that `--dry-run` prints the commands that would run there.
 */
export function createDryRunRunner(
  existingNames: string[],
  print: (line: string) => void = console.log,
): CommandRunner {
  const uuid = "00000000-0000-4000-8000-000000000000";
  const existing = new Set(existingNames);
  return async (command, args, options = {}) => {
    print(
      `$ ${formatCommand(command, args)}${options.input === undefined ? "" : "   (secrets on standard input)"}`,
    );
    const [topic, verb, name = ""] = args;
    const succeeded = (stdout = "") => ({ code: 0, stdout, output: stdout });
    if (topic === "queues" && verb === "info") {
      return { code: 1, stdout: "", output: `Queue "${name}" does not exist.` };
    }
    if (topic === "r2" && args[2] === "info" && !existing.has(args[3] ?? "")) {
      return { code: 1, stdout: "", output: "The specified bucket does not exist. [code: 10006]" };
    }
    if (topic === "secret" && verb === "list") return succeeded("[]");
    if (topic !== "d1") return succeeded();
    if (verb === "info") return succeeded("{}");
    if (verb === "create") existing.add(name);
    return succeeded(
      verb === "list" ? JSON.stringify([...existing].map((each) => ({ name: each, uuid }))) : "",
    );
  };
}

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

function formatCommand(command: string, args: string[]): string {
  return [
    command,
    ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : JSON.stringify(arg))),
  ].join(" ");
}

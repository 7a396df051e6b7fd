import { spawn } from "node:child_process";

/** How a command ended. `stdout` alone is for parsing, `output` is both streams for reading. */
export type Outcome = { code: number; stdout: string; output: string };

export type RunOptions = {
  /** Given on standard input and never printed: secrets travel here. */
  input?: string;
  /** Output that is only for parsing is not printed. */
  quiet?: boolean;
  env?: Record<string, string>;
};

/** Runs a command without a shell, so that no argument is ever interpreted. */
export type Runner = (command: string, args: string[], options?: RunOptions) => Promise<Outcome>;

/** Runs commands for real, printing each and what it says. */
export const run: Runner = async (command, args, options = {}) => {
  console.log(`$ ${show(command, args)}`);
  const child = spawn(command, args, {
    stdio: ["pipe", "pipe", "pipe"],
    // CI=1: wrangler asks nothing, and never offers to edit wrangler.toml.
    env: { ...process.env, CI: "1", ...options.env },
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
 * A runner that prints each command and touches nothing: it answers like an account with these databases and buckets and no queues,
 * so that what runs under `--dry-run` is what would run there.
 */
export function rehearse(there: string[], print: (line: string) => void = console.log): Runner {
  const uuid = "00000000-0000-4000-8000-000000000000";
  const present = new Set(there);
  return async (command, args, options = {}) => {
    print(
      `$ ${show(command, args)}${options.input === undefined ? "" : "   (values on standard input)"}`,
    );
    const [topic, verb, name = ""] = args;
    const succeeded = (stdout = "") => ({ code: 0, stdout, output: stdout });
    if (topic === "queues" && verb === "info") {
      return { code: 1, stdout: "", output: `Queue "${name}" does not exist.` };
    }
    if (topic === "r2" && args[2] === "info" && !present.has(args[3] ?? "")) {
      return { code: 1, stdout: "", output: "The specified bucket does not exist. [code: 10006]" };
    }
    if (topic !== "d1") return succeeded();
    if (verb === "create") present.add(name);
    return succeeded(
      verb === "list" ? JSON.stringify([...present].map((each) => ({ name: each, uuid }))) : "",
    );
  };
}

/**
 * Runs a command that has to succeed.
 * @throws Error with the command and all it said
 */
export async function must(
  runner: Runner,
  command: string,
  args: string[],
  options?: RunOptions,
): Promise<Outcome> {
  const outcome = await runner(command, args, options);
  if (outcome.code !== 0) {
    throw new Error(`${show(command, args)} ended with ${outcome.code}\n${outcome.output.trim()}`);
  }
  return outcome;
}

function show(command: string, args: string[]): string {
  return [
    command,
    ...args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : JSON.stringify(arg))),
  ].join(" ");
}

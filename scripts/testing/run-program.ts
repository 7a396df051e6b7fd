import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/**
 * Runs a program to its end, in a process of its own and without input.
 * @param options.env all of its variables; by default those of this process
 * @returns its exit code (null if a signal ended it), and what it wrote to standard output and standard error
 */
export async function runProgram(
  command: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    }),
  ]);
  return { code, output, errors };
}

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/**
 * Runs a command as its npm script does, in a process of its own.
 * @param command the name of a file in `scripts/commands`
 * @param env variables beside those of this process
 */
export async function runNpmCommand(
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [`scripts/commands/${command}.ts`, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("close", resolve)),
  ]);
  return { code, output: stdout + stderr };
}

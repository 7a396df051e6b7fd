import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Writes secrets into a file that only this user can read, and deletes it after `work`, also if the process is asked to
 * end meanwhile. A file, because arguments and variables of a process are visible to others on the machine.
 * @param work receives the path of a JSON file. JSON, because wrangler replaces `$NAME` in the other format
 */
export async function withSecretsFile<Result>(
  secrets: Record<string, string>,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  // Only this user can open a folder of mkdtemp.
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-secrets-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const endWith = (signal: NodeJS.Signals) => {
    remove();
    stopListening();
    process.kill(process.pid, signal);
  };
  const stopListening = () => {
    for (const signal of signals) process.off(signal, endWith);
    process.off("exit", remove);
  };
  for (const signal of signals) process.on(signal, endWith);
  process.on("exit", remove);
  try {
    const path = join(folder, "secrets.json");
    writeFileSync(path, JSON.stringify(secrets), { mode: 0o600, flag: "wx" });
    return await work(path);
  } finally {
    remove();
    stopListening();
  }
}

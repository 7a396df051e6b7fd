import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";

/** The environment variable with the passphrase, for jobs that nobody watches. */
export const PASSPHRASE = "BACKUP_PASSPHRASE";

/**
 * Returns the passphrase of the sealed settings: of the environment, or else asked for without showing it.
 * @param isNew asks a second time, so that a mistyped one seals nothing
 * @throws Error if nobody can be asked, or both are not the same
 */
export async function askPassphrase(isNew: boolean): Promise<string> {
  const given = process.env[PASSPHRASE];
  if (given) return given;
  if (!process.stdin.isTTY) throw new Error(`${PASSPHRASE} is not set, and nobody can be asked`);
  const passphrase = await askHidden("Passphrase for the settings: ");
  if (isNew && (await askHidden("Again: ")) !== passphrase)
    throw new Error("The two passphrases are not the same");
  return passphrase;
}

async function askHidden(question: string): Promise<string> {
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question("");
  } finally {
    terminal.close();
    process.stdout.write("\n");
  }
}

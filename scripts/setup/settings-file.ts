import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { parseEnv } from "node:util";
import type { Answers } from "./finding.ts";

const HEADER = `# The settings of a Gatehouse shop, kept by \`npm run setup\`. Secrets: keep this file to yourself, and a copy in a safe.
# npm run deploy -- --env-file THIS_FILE deploys with them. docs/guides/configuration.md says what each one is.
`;

/** Reads the settings that an earlier setup kept; none if the file does not exist. */
export function readSettingsFile(path: string): Answers {
  return existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
}

/**
 * Reads the answers of a machine: a JSON object of strings, or lines of NAME=value.
 * @throws Error if the file cannot be read, or has something else
 */
export function readAnswersFile(path: string): Answers {
  const text = readFileSync(path, "utf8");
  if (!path.endsWith(".json")) return parseEnv(text);
  let answers: unknown;
  try {
    answers = JSON.parse(text);
  } catch {
    throw new Error(`${path} is not valid JSON`);
  }
  if (typeof answers !== "object" || answers === null || Array.isArray(answers))
    throw new Error(`${path} must have one object with the settings by their names`);
  const others = Object.entries(answers).filter(([, value]) => typeof value !== "string");
  if (others.length > 0)
    throw new Error(`${path}: must be texts in quotes: ${others.map(([name]) => name).join(", ")}`);
  return answers as Answers;
}

/**
 * Writes the settings, so that only this user can read them. The old file stays whole until the new one is.
 * @throws Error inside of the repository, from where secrets would be committed
 */
export function writeSettingsFile(path: string, answers: Answers): void {
  const inside = relative(process.cwd(), resolve(path));
  if (!inside.startsWith(".."))
    throw new Error(
      `${path} is inside of the repository. Keep the settings elsewhere: --settings ~/gatehouse.env`,
    );
  const lines = Object.entries(answers)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${quote(value!)}\n`);
  const draft = `${path}.new`;
  writeFileSync(draft, HEADER + lines.join(""), { mode: 0o600 });
  // A draft that was left by an interrupted setup keeps its mode.
  chmodSync(draft, 0o600);
  renameSync(draft, path);
}

/** Quotes a value so that Node, npm run deploy and a shell read the same. */
function quote(value: string): string {
  if (/^[\w@%+=:,./-]+$/.test(value)) return value;
  const mark = ["'", '"', "`"].find((each) => !value.includes(each));
  if (mark === undefined || value.includes("\n"))
    throw new Error(
      "A setting must be one line, and have no more than two kinds of quotation marks",
    );
  return mark + value + mark;
}

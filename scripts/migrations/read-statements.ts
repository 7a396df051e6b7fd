import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { unstable_splitSqlQuery } from "wrangler";

/** Longer statements are refused by D1. */
const MAX_STATEMENT_BYTES = 100_000;

/** A migration's name, and its statements in order. */
export type Migration = { name: string; statements: string[] };

/**
 * Reads a migration and splits it into its statements, so that no server has to: D1's own splitting of a whole file has
 * stopped other projects' deployments at triggers.
 * @throws Error that names each statement that D1 cannot take
 */
export function readMigration(path: string): Migration {
  const migration = splitMigration(basename(path), readFileSync(path, "utf8"));
  const problems = findProblems(migration);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return migration;
}

/** @param name the name of the file */
export function splitMigration(name: string, sql: string): Migration {
  return { name, statements: unstable_splitSqlQuery(sql) };
}

/** Returns what D1 would refuse in a migration, each with the file's name and the statement's number and first words. */
export function findProblems({ name, statements }: Migration): string[] {
  return statements.flatMap((statement, index) => {
    const problem = findProblem(statement);
    const begins = statement.replaceAll(/--.*$/gm, "").trim().split(/\s+/).slice(0, 4).join(" ");
    return problem ? [`${name}, statement ${index + 1} (${begins} …): ${problem}`] : [];
  });
}

function findProblem(statement: string): string | undefined {
  const words = listWords(statement);
  const bytes = Buffer.byteLength(statement);
  if (bytes > MAX_STATEMENT_BYTES)
    return `has ${bytes} bytes, and D1 takes ${MAX_STATEMENT_BYTES}: split it`;
  const [first = ""] = words;
  if (/^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|END)$/i.test(first))
    return "D1 has no transactions in SQL: remove it. A migration that rebuilds a table is one transaction already";
  return /^CREATE( TEMP| TEMPORARY)? TRIGGER /i.test(words.join(" "))
    ? findTriggerProblem(statement, words)
    : undefined;
}

/**
 * D1 recognizes the body of a trigger by the words `BEGIN` and `END`, in capitals, and takes the first `END` that stands
 * before a semicolon for its end.
 */
function findTriggerProblem(statement: string, words: string[]): string | undefined {
  const count = (word: string) => words.filter((each) => each.toUpperCase() === word).length;
  if (statement.includes("\r")) return "lines must end with LF, not with CRLF";
  if (count("CASE") > 0) return "D1 takes the END of a CASE for the trigger's: use iif(…)";
  if (count("BEGIN") !== 1 || !words.includes("BEGIN"))
    return "must have one BEGIN, in capital letters";
  if (count("END") !== 1 || words.at(-1) !== "END")
    return "must have one END, in capital letters, as its last word";
  return undefined;
}

/** Returns the words of a statement, without comments, texts, and quoted names. */
function listWords(statement: string): string[] {
  const plain = statement.replaceAll(
    /--.*$|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/gm,
    " ",
  );
  return plain.match(/[\w$]+/g) ?? [];
}

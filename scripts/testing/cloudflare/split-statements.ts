/**
 * Splits SQL at each semicolon that is in no string, name or comment, also inside the body of a trigger. D1's server does
 * this with what its HTTP API gets, so that a trigger reaches SQLite without its end (workers-sdk #14991, #15314, #15690).
 * Not every trigger fails there, but nobody has said which ones: here, all do.
 */
export function splitLikeServer(sql: string): string[] {
  const token = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|;/g;
  const statements: string[] = [];
  let start = 0;
  for (const match of sql.matchAll(token)) {
    if (match[0] !== ";") continue;
    statements.push(sql.slice(start, match.index));
    start = match.index + 1;
  }
  statements.push(sql.slice(start));
  return statements.filter(hasSql).map((statement) => statement.trim());
}

const hasSql = (statement: string): boolean =>
  statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, "").trim() !== "";

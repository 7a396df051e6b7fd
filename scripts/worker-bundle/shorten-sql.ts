import { parseSync, Visitor, type TemplateLiteral } from "oxc-parser";
import type { Plugin } from "vite";

/** What tells SQL from another text: its words in capital letters. */
const SQL = /\b(?:SELECT|FROM|WHERE|AND|CASE|INSERT|UPDATE|DELETE|RECURSIVE)\b|\bjson_object\(/;

/** Writes SQL in one line, so that the bundle doesn't have the indentation of 800 statements. */
export function shortenSql(): Plugin {
  return {
    name: "shorten-sql",
    enforce: "pre",
    transform: {
      filter: { id: /\/worker\/.*\.ts$/, code: /`/ },
      handler: (code, id) => ({ code: joinLines(code, id), map: null }),
    },
  };
}

/**
 * Returns a file's source with each SQL text in one line: what `sql` tags, and untagged texts with words of SQL. The
 * line ends move behind the text or into the next `${`, so that the code after them keeps its line numbers.
 * @param path names the file in errors, and says which language it is
 * @throws Error if a value or a name in quotes is broken across lines, or SQL has a comment
 */
export function joinLines(code: string, path: string): string {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const tagged = new Set<TemplateLiteral>();
  const parts: Part[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi }) {
      tagged.add(quasi);
      if (tag.type === "Identifier" && tag.name === "sql") parts.push(...joinParts(quasi, code));
    },
    TemplateLiteral(template) {
      if (tagged.has(template)) return;
      const text = template.quasis.map(({ start, end }) => code.slice(start, end)).join("");
      if (SQL.test(text)) parts.push(...joinParts(template, code));
    },
  }).visit(program);
  let result = "";
  let position = 0;
  for (const { start, end, text } of parts.toSorted((a, b) => a.start - b.start)) {
    if (text === undefined) throw new Error(`${path}: a quoted text or a comment needs a line end`);
    result += code.slice(position, start) + text;
    position = end;
  }
  return result + code.slice(position);
}

/** A part of a template between two values, with its new text. It has none if a line end in it has a meaning. */
type Part = { start: number; end: number; text: string | undefined };

function joinParts(template: TemplateLiteral, code: string): Part[] {
  let quote = "";
  return template.quasis.map(({ start, end }) => {
    const source = code.slice(start, end);
    let hasMeaning = false;
    const text = source.replaceAll(/['"]|--|\/\*|\s*\n\s*/g, (found) => {
      if (found === "'" || found === '"') {
        if (quote === "") quote = found;
        else if (quote === found) quote = "";
        return found;
      }
      const isLineEnd = found.includes("\n");
      if (isLineEnd ? quote !== "" : quote === "") hasMeaning = true;
      return isLineEnd ? " " : found;
    });
    const lineEnds = source.replaceAll(/[^\n]/g, "");
    return { start, end, text: hasMeaning ? undefined : text + lineEnds };
  });
}

import { parseSync, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

/**
 * Leaves out what the schema says of a table besides its columns: indexes and keys of several columns. Only new
 * migrations are made from them, and no query needs them.
 */
export function dropTableIndexes(): Plugin {
  return {
    name: "drop-table-indexes",
    enforce: "pre",
    transform: {
      filter: { id: /\/worker\/db\/schema\/.*\.ts$/ },
      handler: (code, id) => ({ code: keepColumns(code, id), map: null }),
    },
  };
}

/**
 * Returns the source of a schema whose tables have only their names and columns. Every line keeps its number.
 * @param path names the file in errors, and says which language it is
 */
export function keepColumns(code: string, path: string): string {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  let result = "";
  let position = 0;
  new Visitor({
    CallExpression({ callee, arguments: [, columns, extra] }) {
      if (callee.type !== "Identifier" || callee.name !== "sqliteTable") return;
      if (!columns || !extra) return;
      result += code.slice(position, columns.end);
      result += code.slice(columns.end, extra.end).replaceAll(/[^\n]/g, "");
      position = extra.end;
    },
  }).visit(program);
  return result + code.slice(position);
}

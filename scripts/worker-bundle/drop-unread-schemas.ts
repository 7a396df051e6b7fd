import { parseSync, type Expression, type Statement } from "oxc-parser";
import type { Plugin } from "vite";

/** zod, and our functions that only make a schema. */
const MAKERS = ["z", "listOf", "idSchema", "idField", "timeField", "minorField"];

/**
 * Lets the bundler leave out the schemas that no request reads, such as those of answers, which only the API reference
 * and the types need. By itself it keeps them, since it cannot know that making a schema changes nothing.
 */
export function dropUnreadSchemas(): Plugin {
  return {
    name: "drop-unread-schemas",
    enforce: "pre",
    transform: {
      filter: { id: /\/worker\/.*\.ts$/, code: /\bz\b/ },
      handler: (code, id) => ({ code: markSchemas(code, id), map: null }),
    },
  };
}

/**
 * Returns a file's source with its schemas marked as free of side effects: what the file's own constants are made of
 * with `z`, or of schemas of the same file. Every line keeps its number.
 * @param path names the file in errors, and says which language it is
 */
export function markSchemas(code: string, path: string): string {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  if (!/^import \{ z \} from "zod";/m.test(code)) return code;
  const known: Known = { schemas: new Set(MAKERS), descriptions: new Set() };
  let result = "";
  let position = 0;
  for (const { name, init } of program.body.flatMap(listConstants)) {
    if (isSchema(init, known)) known.schemas.add(name);
    else if (isDescription(init, known)) known.descriptions.add(name);
    else continue;
    const source = code.slice(init.start, init.end);
    // Nothing is called or copied, so the bundler sees by itself that it may go.
    if (!/\(|\.\.\./.test(source)) continue;
    // A mark is for one call, and a schema is made by several.
    result += `${code.slice(position, init.start)}/* @__PURE__ */ (() => (${source}))()`;
    position = init.end;
  }
  return result + code.slice(position);
}

/** The names of a file's schemas, and of its constants that are made of schemas and texts. */
type Known = { schemas: Set<string>; descriptions: Set<string> };

/** Lists the constants that a statement of a module declares with a name and a value. */
function listConstants(statement: Statement): { name: string; init: Expression }[] {
  const declaration =
    statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
  if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") return [];
  return declaration.declarations.flatMap(({ id, init }) =>
    id.type === "Identifier" && init ? [{ name: id.name, init }] : [],
  );
}

/** Whether it is a chain of calls that begins with a schema, or with what makes one. */
function isSchema(expression: Expression, known: Known): boolean {
  switch (expression.type) {
    case "Identifier":
      return known.schemas.has(expression.name);
    case "CallExpression":
      return isSchema(expression.callee, known);
    case "MemberExpression":
      return isSchema(expression.object, known);
    case "ParenthesizedExpression":
    case "TSSatisfiesExpression":
    case "TSAsExpression":
      return isSchema(expression.expression, known);
    default:
      return false;
  }
}

/** Whether it is made of schemas, texts and other such constants alone. */
function isDescription(expression: Expression, known: Known): boolean {
  switch (expression.type) {
    case "Literal":
      return true;
    case "Identifier":
      return known.descriptions.has(expression.name) || known.schemas.has(expression.name);
    case "TemplateLiteral":
      return expression.expressions.every((part) => isDescription(part, known));
    case "ArrayExpression":
      return expression.elements.every(
        (element) => element && element.type !== "SpreadElement" && isDescription(element, known),
      );
    case "ObjectExpression":
      return expression.properties.every((property) =>
        isDescription(property.type === "Property" ? property.value : property.argument, known),
      );
    case "ParenthesizedExpression":
    case "TSSatisfiesExpression":
    case "TSAsExpression":
      return isDescription(expression.expression, known);
    default:
      return isSchema(expression, known);
  }
}

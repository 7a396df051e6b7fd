import { readFileSync } from "node:fs";
import { parseArgs, type ParseArgsConfig } from "node:util";
import { parseSync, Visitor, type ObjectExpression } from "oxc-parser";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** What a program takes. */
export type Declared = { options: Options; allowPositionals: boolean };

/**
 * Reads what a program declares about its arguments: the object that it passes to `parseFlags` or `parseArgs`, and else
 * the flags that it looks for.
 */
export function readDeclared(path: string): Declared {
  const source = readFileSync(path, "utf8");
  const { program } = parseSync(path, source);
  const declared: Declared = { options: {}, allowPositionals: false };
  let isParsed = false;
  new Visitor({
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== "Identifier" || !["parseFlags", "parseArgs"].includes(callee.name))
        return;
      const config = args.at(-1);
      if (config?.type !== "ObjectExpression") return;
      isParsed = true;
      const options = findProperty(config, "options");
      if (options?.type === "ObjectExpression")
        for (const [name, value] of listProperties(options))
          declared.options[name] = {
            type: textOf(findProperty(value, "type")) === "string" ? "string" : "boolean",
            multiple: findProperty(value, "multiple") !== undefined,
          };
      declared.allowPositionals ||= findProperty(config, "allowPositionals") !== undefined;
    },
    Literal({ value }) {
      if (!isParsed && typeof value === "string" && /^--\w/.test(value))
        declared.options[value.slice(2)] = { type: "boolean" };
    },
  }).visit(program);
  return declared;
}

/**
 * Parses arguments as the program does.
 * @returns the arguments that are no flags
 * @throws Error if the program would refuse them
 */
export function parseAs({ options, allowPositionals }: Declared, args: string[]): string[] {
  return parseArgs({ args, options, allowPositionals, strict: true }).positionals;
}

function listProperties(object: ObjectExpression): [string, ObjectExpression][] {
  return object.properties.flatMap((property): [string, ObjectExpression][] => {
    if (property.type !== "Property" || property.value.type !== "ObjectExpression") return [];
    const name = property.key.type === "Identifier" ? property.key.name : textOf(property.key);
    return name === undefined ? [] : [[name, property.value]];
  });
}

function findProperty(object: ObjectExpression, name: string) {
  for (const property of object.properties)
    if (
      property.type === "Property" &&
      property.key.type === "Identifier" &&
      property.key.name === name
    )
      return property.value;
  return undefined;
}

function textOf(node: { type: string; value?: unknown } | undefined): string | undefined {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : undefined;
}

import { parseSync, Visitor } from "oxc-parser";
import type { Plugin } from "vite";

/**
 * Leaves out what only the API reference needs: `describe({ … })` of a route, and `.meta({ … })` of a schema. The
 * reference is made from the source (`npm run openapi`), and no request reads it.
 */
export function dropApiReference(): Plugin {
  return {
    name: "drop-api-reference",
    enforce: "pre",
    transform: {
      filter: { id: /\/worker\/.*\.ts$/, code: /\b(?:describe|meta)\(/ },
      handler: (code, id) => ({ code: removeDescriptions(code, id), map: null }),
    },
  };
}

/**
 * Returns a file's source without calls of `describe` from http/describe.ts, where they are an argument, and without
 * `.meta( … )`. Every line keeps its number.
 * @param path names the file in errors, and says which language it is
 */
export function removeDescriptions(code: string, path: string): string {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const cuts: { start: number; end: number }[] = [];
  const describes = /import \{[^}]*\bdescribe\b[^}]*\} from "[^"]*http\/describe\.ts"/.test(code);
  new Visitor({
    CallExpression({ callee, arguments: args, end }) {
      if (
        callee.type === "MemberExpression" &&
        callee.property.type === "Identifier" &&
        callee.property.name === "meta" &&
        args[0]?.type === "ObjectExpression"
      )
        cuts.push({ start: callee.object.end, end });
      if (!describes) return;
      for (const [index, arg] of args.entries()) {
        if (arg.type !== "CallExpression" || arg.callee.type !== "Identifier") continue;
        if (arg.callee.name !== "describe") continue;
        const next = args[index + 1];
        if (!next) throw new Error(`${path}: a description is not the last argument of a route`);
        cuts.push({ start: arg.start, end: next.start });
      }
    },
  }).visit(program);
  return cutOut(code, cuts);
}

/** Replaces parts of a text by as many line ends as they have. A part inside another one is already gone. */
function cutOut(code: string, cuts: { start: number; end: number }[]): string {
  let result = "";
  let position = 0;
  for (const { start, end } of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < position) continue;
    result += code.slice(position, start) + code.slice(start, end).replaceAll(/[^\n]/g, "");
    position = end;
  }
  return result + code.slice(position);
}

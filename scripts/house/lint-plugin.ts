import { dirname, join, relative } from "node:path";
import { findImportProblem } from "./rooms.ts";

const root = join(import.meta.dirname, "../..");

type Node = {
  type: string;
  source?: { value?: unknown } | null;
  importKind?: string;
  exportKind?: string;
  callee?: { name?: string };
  id?: { type: string };
  parent?: Node | null;
};

type Context = { filename: string; report: (problem: { node: Node; message: string }) => void };

/** Imports follow the order of rooms.ts. A climb is refused where it is written. */
const order = {
  create(context: Context) {
    const from = relative(root, context.filename);
    const check = (node: Node) => {
      const target = node.source?.value;
      if (typeof target !== "string" || !target.startsWith(".")) return;
      const to = join(dirname(from), target.split("?")[0]!);
      const isType = node.importKind === "type" || node.exportKind === "type";
      const message = findImportProblem(from, to, isType);
      if (message) context.report({ node, message });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
    };
  },
};

const RECORDS = new Set(["recordChange", "recordChangeIfApplied"]);

/**
 * A verb that commits also writes an entry of the audit log: every function that calls `commit` calls `recordChange` or
 * `recordChangeIfApplied`. Both stand in one batch, so that there is no change without an entry (db/client.test.ts).
 */
const recordChange = {
  create(context: Context) {
    const commits = new Map<Node, Node>();
    const recording = new Set<Node>();
    return {
      CallExpression(node: Node) {
        const name = node.callee?.name ?? "";
        const verb = outermostFunction(node);
        if (name === "commit" && !commits.has(verb)) commits.set(verb, node);
        if (RECORDS.has(name)) recording.add(verb);
      },
      "Program:exit"() {
        for (const [verb, node] of commits)
          if (!recording.has(verb))
            context.report({
              node,
              message:
                "This change writes no entry of the audit log: add recordChange to its batch.",
            });
      },
    };
  },
};

/**
 * The macro `useLingui` is replaced only where its result is destructured: `const { t } = useLingui()`. Elsewhere the
 * call stays without its import, and the page fails.
 */
const lingui = {
  create(context: Context) {
    let isMacro = false;
    return {
      ImportDeclaration(node: Node) {
        if (node.source?.value === "@lingui/react/macro") isMacro = true;
      },
      CallExpression(node: Node) {
        if (!isMacro || node.callee?.name !== "useLingui") return;
        if (node.parent?.type !== "VariableDeclarator" || node.parent.id?.type !== "ObjectPattern")
          context.report({
            node,
            message: "The macro does not replace this call: write const { i18n } = useLingui().",
          });
      },
    };
  },
};

/** The function of the module that a node is in; the module itself where it is in none. */
function outermostFunction(node: Node): Node {
  let found = node;
  for (let at: Node | null | undefined = node; at; at = at.parent)
    if (at.type.includes("Function")) found = at;
  return found;
}

/** What oxlint's own rules cannot say. Tests of the rules: lint-plugin.test.ts. */
export default { meta: { name: "house" }, rules: { order, "record-change": recordChange, lingui } };

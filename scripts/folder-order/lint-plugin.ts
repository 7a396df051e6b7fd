import { dirname, join, relative } from "node:path";
import { findImportProblem, findPlaceProblem } from "./folders.ts";
import { findSqlProblem, findWriteProblem, isSqlText, listWrites, tables } from "./owners.ts";

const root = join(import.meta.dirname, "../..");

type Node = {
  type: string;
  source?: Expression | null;
  importKind?: string;
  exportKind?: string;
  callee?: Expression;
  arguments?: Expression[];
  specifiers?: Specifier[];
  id?: { type: string; name?: string };
  init?: Expression | null;
  parent?: Node | null;
};

type Specifier = {
  type: string;
  importKind?: string;
  imported?: { name?: string };
  local: { name: string };
};

type Expression = Node & {
  name?: string;
  object?: Expression;
  property?: { name?: string; value?: unknown };
  tag?: Expression;
  value?: unknown;
  quasis?: { value: { raw: string } }[];
  expressions?: Expression[];
  /** What stands before `as`, `satisfies` or `!`. */
  expression?: Expression;
};

type Context = { filename: string; report: (problem: { node: Node; message: string }) => void };

/** The text of a string, also of a template that nothing is inserted in. */
function textOf(node: Expression | null | undefined): string | undefined {
  if (typeof node?.value === "string") return node.value;
  return node?.quasis?.length === 1 ? node.quasis[0]?.value.raw : undefined;
}

/** Imports follow the order of folders.ts. An import that leads up is refused where it is written. */
const folderOrder = {
  create(context: Context) {
    const from = relative(root, context.filename);
    const check = (node: Node, isOnlyType = false) => {
      const target = textOf(node.source)?.replace(/^@gatehouse\/sandbox/, "packages/sandbox");
      if (!target || !/^(\.|packages\/)/.test(target)) return;
      const to = target.startsWith(".") ? join(dirname(from), target.split("?")[0]!) : target;
      const isType = isOnlyType || node.importKind === "type" || node.exportKind === "type";
      const message = findImportProblem(from, to, isType);
      if (message) context.report({ node, message });
    };
    return {
      Program(node: Node) {
        const message = findPlaceProblem(from);
        if (message) context.report({ node, message });
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      // `type Order = import("./order.ts").Order`
      TSImportType: (node: Node) => check(node, true),
    };
  },
};

/** `update` of `db.update(…)` and of `db["update"](…)`. */
function nameOfProperty({ property }: Expression): string {
  return property?.name ?? (typeof property?.value === "string" ? property.value : "");
}

/** Whether an expression is the database: `db`, `ctx.db`, `openDatabase(d1)`. */
function isDatabase(node: Expression | undefined): boolean {
  const name = node?.callee?.name ?? node?.name ?? (node ? nameOfProperty(node) : "");
  return /^(tx|db|\w+Db|\w*database)$/i.test(name);
}

const QUERIES = new Set(
  "$count all delete get insert query run select selectDistinct update values with".split(" "),
);

/**
 * SQL belongs in stores and read models, by owners.ts: what Drizzle exports, the tables of the schema, queries of the
 * database, and texts of SQL. Types are free.
 */
const sql = {
  create(context: Context) {
    const message = findSqlProblem(relative(root, context.filename));
    if (!message) return {};
    const refuse = (node: Node) => context.report({ node, message });
    const check = (node: Node) => {
      if (node.importKind === "type" || node.exportKind === "type") return;
      const source = textOf(node.source) ?? "";
      const values = node.specifiers?.filter(({ importKind }) => importKind !== "type");
      const isTable = ({ type, imported, local }: Specifier) =>
        type === "ImportNamespaceSpecifier" || tables.has(imported?.name ?? local.name);
      if (source.startsWith("drizzle-orm") && (!node.specifiers?.length || values?.length))
        refuse(node);
      const isAll = node.type === "ExportAllDeclaration";
      if (source.includes("/db/schema/") && (isAll || values?.some(isTable))) refuse(node);
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      MemberExpression(node: Expression) {
        const name = nameOfProperty(node);
        const isPrepared =
          name === "prepare" && node.object && nameOfProperty(node.object) === "$client";
        if (isPrepared || (QUERIES.has(name) && isDatabase(node.object))) refuse(node);
      },
      Literal(node: Expression) {
        if (isSqlText(textOf(node) ?? "")) refuse(node);
      },
      TemplateLiteral(node: Expression) {
        if (isSqlText(node.quasis?.map(({ value }) => value.raw).join("x") ?? "")) refuse(node);
      },
    };
  },
};

const WRITES = new Set(["insert", "update", "delete"]);

/** A table is written by the files of its owner, by owners.ts: with Drizzle, and in texts of SQL. */
const owner = {
  create(context: Context) {
    const file = relative(root, context.filename);
    // The schema's tables by the names that they have in this file, and the names that stand for a whole file of it.
    const known = new Map<string, string>();
    const schemas = new Set<string>();
    const check = (node: Node, table: string | null) => {
      const message = findWriteProblem(file, table);
      if (message) context.report({ node, message });
    };
    const tableOf = (node: Expression | null | undefined): string | null => {
      if (!node) return null;
      if (node.expression) return tableOf(node.expression);
      if (schemas.has(node.object?.name ?? "")) return tables.get(nameOfProperty(node)) ?? null;
      return known.get(node.name ?? "") ?? null;
    };
    return {
      ImportDeclaration(node: Node) {
        if (!String(node.source?.value).includes("/db/schema/")) return;
        for (const { type, imported, local } of node.specifiers ?? []) {
          if (type === "ImportNamespaceSpecifier") schemas.add(local.name);
          const table = tables.get(imported?.name ?? "");
          if (table) known.set(local.name, table);
        }
      },
      // `const other = users`, and `const other = alias(users, "other")`.
      VariableDeclarator({ id, init }: Node) {
        const table = tableOf(init?.callee?.name === "alias" ? init.arguments?.[0] : init);
        if (table !== null && id?.name) known.set(id.name, table);
      },
      CallExpression(node: Node) {
        const { callee } = node;
        if (callee?.name === "deleteOldest") check(node, tableOf(node.arguments?.[0]));
        const name = callee?.object ? nameOfProperty(callee) : "";
        if (!WRITES.has(name) || node.arguments?.length !== 1) return;
        const table = tableOf(node.arguments[0]);
        if (table !== null || name === "insert" || isDatabase(callee?.object)) check(node, table);
      },
      Literal(node: Expression) {
        if (typeof node.value === "string")
          for (const table of listWrites(node.value)) check(node, table);
      },
      TemplateLiteral(node: Expression) {
        for (const [at, quasi] of (node.quasis ?? []).entries())
          for (const table of listWrites(quasi.value.raw))
            check(node, table ?? tableOf(node.expressions?.[at]));
      },
    };
  },
};

const RECORDS = new Set(["recordChange", "recordChangeIfApplied"]);

/**
 * A verb that commits also writes an entry of the audit log: every function that calls `commit` calls `recordChange` or
 * `recordChangeIfApplied`. Both are in one batch, so that there is no change without an entry (db/client.test.ts).
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

const MAX_TITLE = 100;

/** How a title begins that continues the sentence of its `describe`: without its subject, or in the middle. */
const HALF_SENTENCE = new RegExp(
  `^(${[
    "(is|are|was|were|has|have|had|can|cannot|may|must|do|does)",
    "(that|which|who|whom|whose|and|but|or|nor|not|also|again)",
    "(about|in full|in part|named|of|received|to)",
    "(adds|comes|creates|deletes|ends|follows|gets|gives|keeps|leads|leaves|makes|moves|never|opens)",
    "(refuses|removes|replaces|requires|returns|says|shows|starts|stays|takes|works)",
  ].join("|")})\\b`,
  "i",
);

function findTitleProblem(title: string): string | null {
  if (title.length > MAX_TITLE)
    return `A test title has at most ${MAX_TITLE} characters, this one ${title.length}.`;
  if (/\w#\d/.test(title)) return "A title cites no issue: link to it in a comment above the test.";
  const start = HALF_SENTENCE.exec(title)?.[0];
  return start === undefined
    ? null
    : `A title is read alone, without its describe: begin with what it is about, not with “${start}”.`;
}

/** A title is understood without its `describe`: of a failed test, readers often see nothing else. */
const testTitle = {
  create(context: Context) {
    return {
      CallExpression(node: Node) {
        const { callee, arguments: [title] = [] } = node;
        const isTest = ["it", "test"].includes(rootName(callee));
        // `test.each(cases)(title, …)`: the title is given to what this call returns.
        if (!isTest || ["each", "for"].includes(callee?.property?.name ?? "")) return;
        const text =
          title?.type === "TemplateLiteral"
            ? title.quasis?.map(({ value }) => value.raw).join("…")
            : title?.value;
        const message = typeof text === "string" ? findTitleProblem(text) : null;
        if (message) context.report({ node, message });
      },
    };
  },
};

/** The name that a call begins with: `test` of `test.skipIf(isSlow).each(cases)`. */
function rootName(callee: Expression | undefined): string {
  const inner = callee?.object ?? callee?.callee ?? callee?.tag;
  return inner ? rootName(inner) : (callee?.name ?? "");
}

/** The function of the module that a node is in; the module itself where it is in none. */
function outermostFunction(node: Node): Node {
  let found = node;
  for (let at: Node | null | undefined = node; at; at = at.parent)
    if (at.type.includes("Function")) found = at;
  return found;
}

/** What oxlint's own rules cannot say. Tests of the rules: lint-plugin.test.ts. */
export default {
  meta: { name: "gatehouse" },
  rules: {
    "folder-order": folderOrder,
    sql,
    owner,
    "record-change": recordChange,
    lingui,
    "test-title": testTitle,
  },
};

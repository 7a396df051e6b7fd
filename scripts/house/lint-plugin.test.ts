import { execFileSync } from "node:child_process";
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findImportProblem } from "./rooms.ts";

test.each([
  ["a domain", "worker/access/a.ts", "worker/sync/customer/b.ts"],
  ["a domain", "worker/catalog/a.ts", "worker/access/b.ts"],
  ["a domain", "worker/delivery/licenses/a.ts", "worker/admin/licenses/b.ts"],
  ["a section of the console", "worker/admin/audit/a.ts", "worker/admin/orders/b.ts"],
  ["lib", "worker/lib/a.ts", "worker/db/client.ts"],
  ["the frontend's shell", "frontend/shell/a.tsx", "frontend/shop/library/b.tsx"],
  ["a page of the console", "frontend/admin/orders/a.tsx", "frontend/admin/sections.tsx"],
])("%s may not import what stands below it", (_, from, to) => {
  expect(findImportProblem(from, to, false)).toContain("may not import");
  expect(findImportProblem(from, to, true)).toContain("may not import");
});

test("a room imports what stands above it, and itself", () => {
  expect(findImportProblem("worker/sync/customer/a.ts", "worker/access/b.ts", false)).toBeNull();
  expect(findImportProblem("worker/access/a.ts", "worker/access/b.ts", false)).toBeNull();
});

test("from the worker, the frontend imports types and lib only", () => {
  const from = "frontend/shop/library/a.tsx";
  expect(findImportProblem(from, "worker/access/b.ts", true)).toBeNull();
  expect(findImportProblem(from, "worker/lib/roles.ts", false)).toBeNull();
  expect(findImportProblem(from, "worker/access/b.ts", false)).toContain("types");
});

test("a package imports nothing outside itself", () => {
  const from = "packages/sandbox/stripe/a.ts";
  expect(findImportProblem(from, "packages/sandbox/main.ts", false)).toBeNull();
  expect(findImportProblem(from, "worker/stripe/event-types.ts", true)).toContain("package");
});

test("tests import what they need; a file without a room is refused", () => {
  expect(findImportProblem("worker/lib/a.test.ts", "worker/admin/b.ts", false)).toBeNull();
  expect(findImportProblem("worker/new-folder/a.ts", "worker/lib/b.ts", false)).toContain("room");
});

// The rules as the linter runs them, over files that are planted in the tree.
const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(root, "worker/access/planted-"));
const section = mkdtempSync(join(root, "worker/admin/orders/planted-"));
const screen = mkdtempSync(join(root, "frontend/shop/library/planted-"));
afterAll(() => {
  for (const planted of [folder, section, screen]) rmSync(planted, { recursive: true });
});

function lint(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  try {
    return execFileSync("oxlint", ["--deny-warnings", file], { cwd: root, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

test("the linter refuses a planted climb", () => {
  const text = 'import { app } from "../../app.ts";\n\nexport const planted = app;\n';
  expect(lint(join(folder, "climb.ts"), text)).toContain(
    "worker/access may not import worker/app.ts",
  );
});

test("the linter refuses a verb of the console that records no change", () => {
  const verb = (extra: string) => `import { commit } from "../../../db/client.ts";
import { recordChange } from "../../../audit/record-change.ts";
import type { Ctx } from "../../../context.ts";

export async function change(ctx: Ctx): Promise<unknown> {
  const entry = ${extra};
  return commit(ctx.db, [entry]);
}

export { recordChange };
`;
  expect(lint(join(section, "silent.ts"), verb("ctx.db.delete"))).toContain(
    "writes no entry of the audit log",
  );
  const recorded = 'recordChange(ctx, { action: "order.refunded", targetId: "x" })';
  expect(lint(join(section, "recorded.ts"), verb(recorded))).not.toContain("audit log");
});

test("the linter refuses a call of useLingui that would fail on the page", () => {
  const hook = (body: string) => `import { useLingui } from "@lingui/react/macro";

export function useTitle(): string {
  ${body}
}
`;
  const taken = "const { t } = useLingui();\n  return t`Library`;";
  expect(lint(join(screen, "taken.ts"), hook(taken))).not.toContain("macro does not replace");
  const member = "return useLingui().i18n.locale;";
  expect(lint(join(screen, "member.ts"), hook(member))).toContain("macro does not replace");
});

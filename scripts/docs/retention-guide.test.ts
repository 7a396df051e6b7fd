import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { retention } from "../../worker/shared/retention.ts";
import { tables } from "../folder-order/owners.ts";
import { replaceRetention } from "./retention-guide.ts";

const GUIDE = "docs/guides/security.md";

test("the guide of security has the current retention schedule; `npm run retention:guide` writes it", () => {
  const guide = readFileSync(GUIDE, "utf8");
  expect(guide).toBe(replaceRetention(guide));
});

test("each table of the database is in the retention schedule, which names no other", () => {
  const scheduled = new Set<string>(Object.values(retention).flatMap((kind) => kind.tables));
  expect([...scheduled].toSorted()).toEqual([...tables.values()].toSorted());
});

import { expect, test } from "vitest";
import { consolePaths } from "./console-paths.ts";
import { canOpen } from "./section-list.ts";

test.each([
  ["support", consolePaths.overview, true],
  ["support", `${consolePaths.events}?status=dead`, true],
  ["support", consolePaths.products, false],
  ["support", consolePaths.mirror, false],
  ["admin", consolePaths.product("prd_1"), true],
  ["admin", consolePaths.team, false],
  ["owner", consolePaths.team, true],
  ["buyer", consolePaths.overview, false],
] as const)("whether the role %s can open %s: %s", (role, href, can) => {
  expect(canOpen(role, href)).toBe(can);
});

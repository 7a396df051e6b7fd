import { expect, test } from "vitest";
import { consolePaths } from "./console-paths.ts";
import { canOpen, findSection, sectionGroups, sectionList } from "./section-list.ts";

test.each([
  ["support", consolePaths.overview, true],
  ["support", `${consolePaths.events}?status=dead`, true],
  ["support", consolePaths.products, false],
  ["support", consolePaths.stripeSync, false],
  ["admin", consolePaths.product("prd_1"), true],
  ["admin", consolePaths.team, false],
  ["owner", consolePaths.team, true],
  ["buyer", consolePaths.overview, false],
] as const)("whether the role %s can open %s: %s", (role, href, can) => {
  expect(canOpen(role, href)).toBe(can);
});

test.each([
  [consolePaths.overview, "overview"],
  [consolePaths.order("ord_1"), "orders"],
  [consolePaths.legalSettings, "general"],
  [consolePaths.stripeSync, "doctor"],
  ["/admin/ordersandmore", undefined],
  ["/admin/nothing", undefined],
])("the section of %s is %s", (path, name) => {
  expect(findSection(path)?.name).toBe(name);
});

test("the navigation lists the sections group by group, after the overview", () => {
  const groups = sectionList.map(({ group }) => group);
  expect(groups.filter((group, index) => group !== groups[index - 1])).toEqual([
    null,
    ...sectionGroups,
  ]);
});

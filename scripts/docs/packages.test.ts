import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Manifest = Partial<Record<"dependencies" | "devDependencies" | "peerDependencies", object>>;

test("the guide of the packages has each dependency in one row, and no others", () => {
  const used = globSync(["package.json", "{packages,examples}/*/package.json"])
    .map((path) => JSON.parse(readFileSync(path, "utf8")) as Manifest)
    .flatMap(({ dependencies, devDependencies, peerDependencies }) =>
      Object.keys({ ...dependencies, ...devDependencies, ...peerDependencies }),
    )
    .filter((name) => !/^@(types|gatehouse)\//.test(name));
  const guide = readFileSync("docs/guides/packages.md", "utf8");
  const listed = [...guide.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = ""]) =>
    cell.split(", ").map((name) => name.slice(1, -1)),
  );
  expect(listed.toSorted()).toEqual([...new Set(used)].toSorted());
});

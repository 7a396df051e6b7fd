import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Manifest = Partial<Record<"dependencies" | "devDependencies" | "peerDependencies", object>>;

test("the guide of the packages has each dependency in one row, and no others", () => {
  const used = globSync([
    "package.json",
    "{packages,examples}/*/package.json",
    "docs/site/package.json",
  ])
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

test("the lock file has the hash of every package, also of those for other systems", () => {
  for (const path of ["package-lock.json", "docs/site/package-lock.json"]) {
    const { packages } = JSON.parse(readFileSync(path, "utf8")) as {
      packages: Record<string, { integrity?: string; link?: boolean }>;
    };
    const installed = Object.entries(packages).filter(
      ([path, { link }]) => path.includes("node_modules/") && !link,
    );
    const without = installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
    expect(installed.length).toBeGreaterThan(300);
    expect(without.map(([path]) => path)).toEqual([]);
  }
});

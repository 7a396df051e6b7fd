import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { VERSION } from "../../worker/lib/version.ts";
import { runCommand } from "../deploy/runner.ts";
import { describeRelease, writeAssets } from "./assets.ts";
import { listNeededActions, readReleases, readUnreleased } from "./changelog.ts";
import { prepareRelease } from "./prepare.ts";
import { publishRelease } from "./publish.ts";
import { readRecords } from "./record.ts";
import { unpackWorker, WORKER_ARCHIVE } from "./worker-archive.ts";

let root = "";
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
};
const read = (name: string) => readFileSync(join(root, name), "utf8");
const prepare = (version: string) =>
  prepareRelease({ root, version, date: "2026-03-04", workerDir: join(root, "dist/worker") });

/** Adds a migration, and the snapshot of a schema with these columns of the table `a`. */
function migrate(number: string, sql: string, columns: string[]): void {
  write(`worker/db/migrations/${number}_a.sql`, sql);
  write(
    `worker/db/migrations/meta/${number}_snapshot.json`,
    JSON.stringify({
      tables: {
        a: {
          columns: Object.fromEntries(columns.map((name) => [name, {}])),
          indexes: {},
          uniqueConstraints: {},
        },
      },
    }),
  );
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "release-"));
  write("package.json", `{ "name": "shop", "version": "1.0.0" }`);
  write("template/gatehouse.json", `{ "version": "1.0.0" }`);
  write("package-lock.json", `{ "version": "1.0.0", "packages": { "": { "version": "1.0.0" } } }`);
  write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One thing.\n");
  write("wrangler.toml", "");
  write("LICENSE", "");
  write("worker/lib/version.ts", `export const VERSION = "1.0.0";\n`);
  write("dist/client/app.js", "app");
  write("dist/worker/index.js", "index");
  write("dist/worker/messages/en-shop-1.js", "english");
  write("dist/worker/messages/de-shop-1.js", "deutsch");
  write("dist/worker/pages-1.js", "pages");
  migrate("0000", "CREATE TABLE a (id integer PRIMARY KEY, b text, c text)", ["id", "b", "c"]);
});
afterEach(() => rmSync(root, { recursive: true }));

test("a release has one version in the packages, the changelog and its record", () => {
  prepare("1.1.0");
  expect(JSON.parse(read("package.json"))).toMatchObject({ version: "1.1.0" });
  expect(JSON.parse(read("template/gatehouse.json"))).toEqual({ version: "1.1.0" });
  expect(read("worker/lib/version.ts")).toBe(`export const VERSION = "1.1.0";\n`);
  expect(JSON.parse(read("package-lock.json"))).toEqual({
    version: "1.1.0",
    packages: { "": { version: "1.1.0" } },
  });
  expect(readReleases(read("CHANGELOG.md"))).toEqual([
    { version: "1.1.0", date: "2026-03-04", text: "### Added\n\n- One thing." },
  ]);
  expect(readUnreleased(read("CHANGELOG.md"))).toBe("");
  expect(describeRelease(root, "v1.1.0")).toEqual({
    version: "1.1.0",
    date: "2026-03-04",
    newestMigration: 0,
    upgradableFrom: "1.1.0",
    needsAction: [],
    notes: "### Added\n\n- One thing.",
  });
});

test("a release keeps its Worker for the test of later migrations, without pages and other languages", () => {
  prepare("1.1.0");
  unpackWorker(join(root, WORKER_ARCHIVE), join(root, "unpacked"));
  expect(read("unpacked/index.js")).toBe("index");
  expect(read("unpacked/messages/en-shop-1.js")).toBe("english");
  expect(() => read("unpacked/messages/de-shop-1.js")).toThrow("ENOENT");
  expect(() => read("unpacked/pages-1.js")).toThrow("ENOENT");
});

test("nothing is written for a release that is refused", () => {
  const before = ["package.json", "package-lock.json", "CHANGELOG.md"].map(read);
  expect(() => prepare("1.0.0")).toThrow("1.0.0 is not newer than 1.0.0");
  expect(() => prepare("1.1")).toThrow("no version");
  write("CHANGELOG.md", "# Changelog\n\n## [Unreleased]\n");
  expect(() => prepare("1.1.0")).toThrow("nothing under [Unreleased]");
  expect(["package.json", "package-lock.json"].map(read)).toEqual(before.slice(0, 2));
  expect(readRecords(root)).toEqual([]);
});

test("a release that drops a column can be upgraded from the release that stopped using it", () => {
  const release = (version: string) => {
    write(
      "CHANGELOG.md",
      read("CHANGELOG.md").replace("[Unreleased]\n", "[Unreleased]\n\n- More.\n"),
    );
    return prepare(version).upgradableFrom;
  };
  expect(release("1.1.0")).toBe("1.1.0");
  migrate("0001", "ALTER TABLE a ADD d text", ["id", "b", "d"]);
  expect(release("1.2.0")).toBe("1.1.0");
  migrate("0002", "ALTER TABLE a DROP COLUMN b", ["id", "d"]);
  expect(() => release("1.3.0")).toThrow("a.b is gone");
  migrate("0002", "-- unused since 1.2.0: a.c\nALTER TABLE a DROP COLUMN c", ["id", "b", "d"]);
  expect(release("1.3.0")).toBe("1.2.0");
  expect(readRecords(root).map(({ version }) => version)).toEqual(["1.1.0", "1.2.0", "1.3.0"]);
});

test("this repository has one version, and the Worker says it", () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(VERSION).toBe(version);
  expect(readReleases(readFileSync("CHANGELOG.md", "utf8"))[0]?.version).toBe(version);
  expect(readRecords().at(-1)?.version).toBe(version);
});

test("a tag that does not agree with the repository is refused, and says what differs", () => {
  prepare("1.1.0");
  expect(() => describeRelease(root, "v1.2.0")).toThrow(
    "package.json has version 1.1.0, and worker/lib/version.ts has 1.1.0, and the newest section of CHANGELOG.md is of 1.1.0",
  );
  migrate("0001", "ALTER TABLE a ADD d text", ["id"]);
  expect(() => describeRelease(root, "v1.1.0")).toThrow("Migrations were added");
});

test("what needs an action is read from the changelog's lines that are marked so", () => {
  const text = `### Changed

- **Needs action**: set \`DATA_LOCATION\`
  before you deploy.
- An ordinary line that mentions **Needs action**.

### Removed

- **Needs action**: Node 18 no longer works.
`;
  expect(listNeededActions(text)).toEqual([
    "set `DATA_LOCATION` before you deploy.",
    "Node 18 no longer works.",
  ]);
});

test("each release begins with what a seller must do, and all of it is found by the upgrade", () => {
  const changelog = readFileSync("CHANGELOG.md", "utf8");
  const releases = [
    { version: "unreleased", text: readUnreleased(changelog) },
    ...readReleases(changelog),
  ];
  expect(releases.map(({ version }) => version)).toEqual(
    expect.arrayContaining(["unreleased", "0.2.0", "0.1.0"]),
  );
  for (const { version, text } of releases) {
    const [first] = text.match(/^### .*$/m) ?? [];
    // Nothing to do for a release that has nothing yet.
    expect({ version, first }).toEqual({
      version,
      first: text === "" ? undefined : "### What you must do",
    });
    expect({ version, actions: listNeededActions(text).length }).toEqual({
      version,
      actions: text.split("**Needs action**").length - 1,
    });
  }
});

/** Writes what release 1.1.0 offers to download. */
async function build() {
  prepare("1.1.0");
  const commit = "c".repeat(40);
  const dir = join(root, "dist/release");
  return { dir, manifest: await writeAssets(runCommand, { root, tag: "v1.1.0", commit, dir }) };
}

test("the checksums fit the files, and the archive has the built shop with its migrations", async () => {
  const { dir, manifest } = await build();
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: dir, encoding: "utf8" });
  expect(run("sha256sum", ["--check", "SHA256SUMS"])).toBe(
    "gatehouse-1.1.0.tar.gz: OK\nmanifest.json: OK\n",
  );
  const listed = run("tar", ["-tzf", "gatehouse-1.1.0.tar.gz"]).split("\n");
  for (const name of [
    "dist/client/app.js",
    "dist/worker/pages-1.js",
    "worker/db/migrations/0000_a.sql",
  ])
    expect(listed).toContain(name);
  expect(JSON.parse(read("dist/release/manifest.json"))).toEqual(manifest);
  expect(manifest).toMatchObject({ commit: "c".repeat(40), version: "1.1.0" });
});

/** Stands in for GitHub's releases. It refuses the upload of a file once, if asked. */
async function startGitHub() {
  type Release = { id: number; tag_name: string; draft: boolean; files: Record<string, number> };
  const releases: Release[] = [];
  const state = { failOnce: "" };
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "", "http://localhost");
      const body = await buffer(request);
      const id = Number(/\/releases\/(\d+)/.exec(url.pathname)?.[1]);
      const found = releases.find((each) => each.id === id);
      const json = () => JSON.parse(body.toString()) as Partial<Release>;
      const answer = (status: number, value?: object) =>
        response.writeHead(status).end(value && JSON.stringify(value));
      if (request.headers.authorization !== "Bearer token") return answer(401);
      if (request.method === "GET") return answer(200, releases);
      if (request.method === "PATCH" && found) return answer(200, Object.assign(found, json()));
      if (request.method === "DELETE" && found) {
        releases.splice(releases.indexOf(found), 1);
        return answer(204);
      }
      if (url.pathname.endsWith("/assets") && found) {
        const name = url.searchParams.get("name") ?? "";
        if (name === state.failOnce) {
          state.failOnce = "";
          return answer(502);
        }
        found.files[name] = body.length;
        return answer(201, {});
      }
      const made = { draft: false, tag_name: "", ...json(), id: releases.length + 1, files: {} };
      releases.push(made);
      const { port } = server.address() as AddressInfo;
      const upload_url = `http://127.0.0.1:${port}/up/releases/${made.id}/assets{?name,label}`;
      return answer(201, { ...made, upload_url });
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const env = {
    GITHUB_API_URL: `http://127.0.0.1:${port}`,
    GITHUB_REPOSITORY: "ann/shop",
    GITHUB_TOKEN: "token",
  };
  return { env, releases, state, stop: () => server.close() };
}

test("a release is published with every file, also after an upload that failed, and only once", async () => {
  const { dir } = await build();
  const github = await startGitHub();
  try {
    github.state.failOnce = "manifest.json";
    const publish = () => publishRelease(github.env, { tag: "v1.1.0", dir });
    await expect(publish()).rejects.toThrow("502");
    expect(github.releases).toMatchObject([{ draft: true }]);
    await publish();
    expect(github.releases).toMatchObject([{ draft: false, tag_name: "v1.1.0" }]);
    expect(Object.keys(github.releases[0]?.files ?? {})).toEqual([
      "SHA256SUMS",
      "gatehouse-1.1.0.tar.gz",
      "manifest.json",
    ]);
    await expect(publish()).rejects.toThrow("published already");
  } finally {
    github.stop();
  }
});

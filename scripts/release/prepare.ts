import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dateSection } from "./changelog.ts";
import { findIncompatibilities, findUpgradableFrom } from "./compatibility.ts";
import {
  getRecordPath,
  hashOf,
  readCodeSchema,
  readMigrations,
  readRecords,
  RELEASES,
  type ReleaseRecord,
} from "./record.ts";
import { compareVersions, isVersion } from "./versions.ts";
import { packWorker, WORKER_ARCHIVE } from "./worker-archive.ts";

/** Where the Worker has its version. */
const VERSION_MODULE = "worker/lib/version.ts";

/**
 * Prepares a release in the working tree: the version of the packages, the changelog's section, the record, and the
 * Worker that later migrations are tested with. Commit and tag what it writes.
 * @param release.root the folder of the repository
 * @param release.version as in 1.2.0
 * @param release.date as in 2026-11-26
 * @param release.workerDir the built Worker
 * @throws Error if the version is no newer one, nothing is unreleased, or a migration does not fit the last release;
 *   nothing is written then
 */
export function prepareRelease(release: {
  root: string;
  version: string;
  date: string;
  workerDir: string;
}): ReleaseRecord {
  const { root, version, date, workerDir } = release;
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  const records = readRecords(root);
  const last = records.at(-1);
  const current = (JSON.parse(read("package.json")) as { version: string }).version;
  if (!isVersion(version)) throw new Error(`"${version}" is no version such as 1.2.0.`);
  if (compareVersions(version, last?.version ?? current) <= 0)
    throw new Error(`${version} is not newer than ${last?.version ?? current}.`);
  const changelog = dateSection(read("CHANGELOG.md"), { version, date });
  const migrations = readMigrations(root);
  const problems = last ? findIncompatibilities(migrations, records) : [];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const record: ReleaseRecord = {
    version,
    date,
    upgradableFrom: last ? findUpgradableFrom(migrations, last) : version,
    migrations: Object.fromEntries(migrations.map(({ name, sql }) => [name, hashOf(sql)])),
    schema: readCodeSchema(root),
  };
  const write = (name: string, text: string) => writeFileSync(join(root, name), text);
  write("CHANGELOG.md", changelog);
  for (const name of ["package.json", "package-lock.json", "template/gatehouse.json"])
    write(name, setVersion(read(name), version));
  write(VERSION_MODULE, read(VERSION_MODULE).replace(/"[\d.]+"/, `"${version}"`));
  mkdirSync(join(root, RELEASES), { recursive: true });
  write(getRecordPath(version), `${JSON.stringify(record, null, 2)}\n`);
  packWorker(workerDir, join(root, WORKER_ARCHIVE));
  return record;
}

/** Sets the version of a package's own manifest or lock file, or of the deploy button's template. The packages of the workspace have their own. */
function setVersion(json: string, version: string): string {
  const manifest = JSON.parse(json) as { version: string; packages?: { "": { version: string } } };
  manifest.version = version;
  if (manifest.packages) manifest.packages[""].version = version;
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

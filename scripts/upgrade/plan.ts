import type { ReleaseRecord } from "../release/record.ts";
import { compareVersions, majorOf } from "../release/versions.ts";

/** Which release a shop can be upgraded to, or why it cannot. */
export type Plan =
  | { kind: "upgrade"; to: string }
  | { kind: "current" }
  | { kind: "refused"; reason: string };

/**
 * Chooses the release of an upgrade. A shop is upgraded to the newest one that its own code can share a database with,
 * and to the next major version only from the newest release before it.
 * @param input.current the version that runs
 * @param input.records what each release says, the oldest first
 * @param input.to the version that was asked for; the newest by default
 */
export function planUpgrade(input: {
  current: string;
  records: readonly Pick<ReleaseRecord, "version" | "upgradableFrom">[];
  to?: string | undefined;
}): Plan {
  const { current, records, to } = input;
  const target = to === undefined ? records.at(-1) : records.find(({ version }) => version === to);
  if (!target)
    return refuse(to === undefined ? "No release was found." : `There is no release ${to}.`);
  const order = compareVersions(target.version, current);
  if (order === 0) return { kind: "current" };
  if (order < 0)
    return to === undefined
      ? { kind: "current" }
      : refuse(
          `${target.version} is older than ${current}, which runs. To go back: npm run rollback`,
        );
  const reachable = records.filter((record) => isReachable(record, current, records));
  if (reachable.includes(target)) return { kind: "upgrade", to: target.version };
  const step = reachable.at(-1);
  const why =
    compareVersions(current, target.upgradableFrom) < 0
      ? `${target.version} can be upgraded from ${target.upgradableFrom} or later, and ${current} runs.`
      : `${target.version} is a new major version. It can be upgraded from the newest release before it.`;
  return refuse(
    step
      ? `${why} First: npm run upgrade -- --to ${step.version}`
      : `${why} No release leads there: docs/guides/upgrade.md says how to upgrade with a pause.`,
  );
}

function isReachable(
  { version, upgradableFrom }: Pick<ReleaseRecord, "version" | "upgradableFrom">,
  current: string,
  records: readonly Pick<ReleaseRecord, "version">[],
): boolean {
  if (compareVersions(version, current) <= 0) return false;
  if (compareVersions(current, upgradableFrom) < 0) return false;
  if (majorOf(version) === majorOf(current)) return true;
  const newestOfMajor = records.findLast((each) => majorOf(each.version) === majorOf(current));
  const isNewest =
    newestOfMajor === undefined || compareVersions(current, newestOfMajor.version) >= 0;
  return majorOf(version) === majorOf(current) + 1 && isNewest;
}

const refuse = (reason: string): Plan => ({ kind: "refused", reason });

/**
 * Says why the code of an older release must not run on the database as it is; undefined if it may.
 * @param input.to the older release
 * @param input.applied the names of the applied migrations
 * @param input.records the releases, the oldest first
 */
export function findRollbackProblem(input: {
  to: string;
  applied: readonly string[];
  records: readonly Pick<ReleaseRecord, "version" | "upgradableFrom" | "migrations">[];
}): string | undefined {
  const { to, applied, records } = input;
  const newest = applied.toSorted().at(-1) ?? "";
  // The release whose migrations the database has.
  const ofDatabase = records.find(({ migrations }) => newest in migrations);
  if (!ofDatabase) {
    const last = records.at(-1);
    return last && compareVersions(to, last.version) >= 0
      ? undefined
      : `The database has ${newest}, which belongs to no release, so only ${last?.version} is known to work with it.`;
  }
  if (compareVersions(to, ofDatabase.upgradableFrom) >= 0) return undefined;
  return `The database is that of ${ofDatabase.version}, and its migrations took away what ${to} uses. The oldest release that works with it is ${ofDatabase.upgradableFrom}.`;
}

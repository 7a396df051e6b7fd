import { VERSION } from "../../worker/lib/version.ts";
import { listNeededActions, readReleases, type ChangelogSection } from "../release/changelog.ts";
import type { ReleaseRecord } from "../release/record.ts";
import { compareVersions } from "../release/versions.ts";
import {
  countRows,
  listAppliedMigrations,
  readDeployedVersion,
  readReleaseOf,
  type DeployedShop,
} from "./account.ts";
import { estimateEffort, MAX_SECONDS, type Effort } from "./effort.ts";
import { planUpgrade } from "./plan.ts";
import type { Repository } from "./repository.ts";

/** An upgrade that can begin, or why it does not. */
export type PreparedUpgrade =
  | { kind: "current"; version: string }
  | { kind: "refused"; reason: string }
  | {
      kind: "ready";
      from: string;
      to: string;
      notes: ChangelogSection[];
      pending: string[];
      efforts: Effort[];
    };

/**
 * Finds out what an upgrade would do, and changes nothing but the clone's tags.
 * @param input.to the release that was asked for; the newest by default
 */
export async function prepareUpgrade(input: {
  shop: DeployedShop;
  repository: Repository;
  to: string | undefined;
}): Promise<PreparedUpgrade> {
  const { shop, repository } = input;
  const versions = await repository.fetchVersions();
  const found = await Promise.all(versions.map((version) => repository.readRecord(version)));
  const records = found.filter((record): record is ReleaseRecord => record !== undefined);
  const versionId = await readDeployedVersion(shop);
  const current = (await readReleaseOf(shop, versionId)) ?? VERSION;
  const plan = planUpgrade({ current, records, to: input.to });
  if (plan.kind === "current") return { kind: "current", version: current };
  if (plan.kind === "refused") return plan;
  const { to } = plan;
  const drift = await repository.findDrift(to);
  if (drift !== undefined) return { kind: "refused", reason: drift };
  const applied = new Set(await listAppliedMigrations(shop));
  const pending = await repository.readMigrations(to, applied);
  return {
    kind: "ready",
    from: current,
    to,
    notes: readReleases(await repository.readChangelog(to)).filter(
      ({ version }) => compareVersions(version, current) > 0 && compareVersions(version, to) <= 0,
    ),
    pending: pending.map(({ name }) => name),
    efforts: await estimateEffort(pending, (table) => countRows(shop, table)),
  };
}

/** Says what an upgrade would do, and first what the owner has to do. */
export function describeUpgrade(prepared: PreparedUpgrade): string {
  if (prepared.kind === "current")
    return `The shop runs ${prepared.version}, which is the newest release.`;
  if (prepared.kind === "refused") return prepared.reason;
  const { from, to, notes, pending, efforts } = prepared;
  const actions = notes.flatMap(({ text }) => listNeededActions(text));
  return [
    ...notes.map(({ version, date, text }) => `## ${version} (${date})\n\n${text}\n`),
    `From ${from} to ${to}.`,
    ...(actions.length > 0
      ? ["", "Needs action, before you go on:", ...actions.map((action) => `  - ${action}`), ""]
      : []),
    pending.length === 0 ? "No migrations." : `Migrations: ${pending.join(", ")}`,
    ...efforts.map(
      ({ migration, table, rows, seconds }) =>
        `  ${migration} reads ${rows.toLocaleString("en")} rows of ${table}: about ${seconds} s${seconds > MAX_SECONDS ? ". D1 stops a statement after 30 s, so this migration may fail; the shop then goes on as it is" : ""}`,
    ),
  ].join("\n");
}

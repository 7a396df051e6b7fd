import type { GrantWithBenefit } from "../../access/strategy.ts";
import { changesOfKey, type Change, type ChangedBy, type History } from "./history.ts";
import type { TimelineStep } from "./timeline-steps.ts";
import { toEntry, type Source, type TimelineEntry } from "./timeline-entry.ts";

/** A license key's row, without the key. Times in unix milliseconds. */
export type LicenseKeyHistory = {
  id: string;
  grantId: string | null;
  createdAt: number;
  rotatedAt: number | null;
  disabledAt: number | null;
};

/** Returns when the keys of a source's grants were issued, replaced, disabled and enabled again. */
export function keyEntries(
  source: Source,
  grants: GrantWithBenefit[],
  keys: LicenseKeyHistory[],
  history: History,
): TimelineEntry[] {
  return grants.flatMap(({ grant, benefit: { name } }) => {
    const ofGrant = keys
      .filter(({ grantId }) => grantId === grant.id)
      .toSorted((a, b) => a.createdAt - b.createdAt);
    const [first] = ofGrant;
    if (!first) return [];
    const describe = (step: TimelineStep, id: string, sequence?: number) =>
      toEntry(source, { ...step, details: { name } }, { idPrefix: id, sequence });
    // An imported key may be older than the grant it was assigned to.
    const issuedAt = Math.max(first.createdAt, grant.grantedAt);
    return [
      describe({ at: issuedAt, code: "key_issued" }, first.id),
      ...ofGrant.flatMap((key) => [
        ...switchSteps(key, history).map(({ change, ...step }) =>
          describe(step, key.id, change?.sequence),
        ),
        ...rotationSteps(key, history).map((step) => describe(step, key.id)),
      ]),
    ];
  });
}

function rotationSteps({ id, rotatedAt }: LicenseKeyHistory, history: History): TimelineStep[] {
  if (rotatedAt === null) return [];
  const change = changesOfKey(history, id).find(({ at }) => at === rotatedAt);
  return [{ at: rotatedAt, code: "key_rotated", ...namePerson(change?.by) }];
}

/** A key is not at Stripe, so only a person is worth naming. */
function namePerson(by: ChangedBy | undefined): Pick<TimelineStep, "by"> {
  return by === undefined || by === "stripe" ? {} : { by };
}

type SwitchStep = TimelineStep & { change: Pick<Change<unknown>, "sequence"> | null };

/** Returns when a key was disabled and enabled. The state of a revoked key does not say whether it is disabled. */
function switchSteps({ id, disabledAt }: LicenseKeyHistory, history: History): SwitchStep[] {
  const steps: SwitchStep[] = [];
  const changes = changesOfKey(history, id);
  let isDisabled = false;
  for (const change of changes) {
    const { at, by, after } = change;
    if (after.status === "disabled" && !isDisabled)
      steps.push({
        // The row has the latest time, which is later than this change if the key was enabled meanwhile.
        at: change.before || disabledAt === null ? at : Math.min(disabledAt, at),
        code: "key_disabled",
        ...namePerson(by),
        change,
      });
    if (after.status === "granted" && isDisabled)
      steps.push({ at, code: "key_enabled", ...namePerson(by), change });
    if (after.status === "disabled" || after.status === "granted")
      isDisabled = after.status === "disabled";
  }
  if (changes.length === 0 && disabledAt !== null)
    steps.push({ at: disabledAt, code: "key_disabled", change: null });
  return steps;
}

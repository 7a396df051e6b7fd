import type { GrantWithBenefit } from "../../access/strategy.ts";
import type { ChangedBy } from "./history.ts";
import type { TimelineCode, TimelineDetails, TimelineStep } from "./timeline-steps.ts";

/** What an entry belongs to: an order, a subscription or a gift. */
export type Source = { type: GrantWithBenefit["grant"]["sourceType"]; id: string };

export type GrantRef = { grantId: string; name: string };

/**
 * One timeline entry and the grants that began or ended with it. `at` is null for a current state whose start is
 * unknown.
 */
export type TimelineEntry = {
  id: string;
  at: number | null;
  code: TimelineCode;
  source: Source;
  granted: GrantRef[];
  revoked: GrantRef[];
  by?: ChangedBy;
} & TimelineDetails;

/**
 * Turns a step into an entry.
 * @param id.idPrefix what the entry is about, if not the source as a whole
 * @param id.sequence the recorded change that it comes from
 */
export function toEntry(
  source: Source,
  { at, code, by, details }: TimelineStep,
  id: { idPrefix?: string; sequence?: number | undefined } = {},
): TimelineEntry {
  const { idPrefix = source.id, sequence = "" } = id;
  return {
    id: `${idPrefix}:${code}:${at ?? ""}:${sequence}`,
    at,
    code,
    source,
    granted: [],
    revoked: [],
    ...(by && { by }),
    ...details,
  };
}

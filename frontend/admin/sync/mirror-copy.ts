import type { SyncReport } from "./queries.ts";

type Incident = SyncReport["incidents"][number];
type Sweep = SyncReport["sweeps"][number];

/** The names of sync incidents, and how each was resolved. */
export const incidentCopy: Record<Incident["kind"], { name: string; resolution: string }> = {
  drift: {
    name: "Differed from Stripe",
    resolution: "Was fetched again, and has been right since.",
  },
  duplicate: {
    name: "Paid twice",
    resolution: "The later purchase was canceled and refunded; the buyer was told.",
  },
  missing_source: {
    name: "Access without a purchase",
    resolution:
      "Was revoked. If the customer did pay, find the payment at Stripe, or give them access.",
  },
  unknown_customer: {
    name: "Unknown Stripe customer",
    resolution:
      "Was left alone: its user has another Stripe customer, or does not exist here. After a restored database, start a rebuild.",
  },
};

/** Describes a sweep in one line. */
export function describeSweep({ finishedAt, checked, drifted }: Sweep): string {
  const objects = checked === 1 ? "1 thing" : `${checked.toLocaleString("en-US")} things`;
  const found = drifted === 0 ? "all agreed" : drifted === 1 ? "1 differed" : `${drifted} differed`;
  return finishedAt === null
    ? `Under way: ${objects} compared so far, ${found}`
    : `${objects} compared, ${found}`;
}

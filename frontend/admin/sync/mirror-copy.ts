import type { Report } from "./queries.ts";

type Incident = Report["incidents"][number];
type Sweep = Report["sweeps"][number];

/** What was found, and what was done about it. */
export const incidentWords: Record<Incident["kind"], { name: string; done: string }> = {
  drift: {
    name: "Differed from Stripe",
    done: "Was fetched again, and has been right since.",
  },
  duplicate: {
    name: "Paid twice",
    done: "The later purchase was canceled and refunded; the buyer was told.",
  },
  unknown_customer: {
    name: "At Stripe, and of nobody here",
    done: "Was left alone. After a restored database, rebuild; else the person has left, or another shop shares the account.",
  },
};

/** A sweep in one line. */
export function describeSweep({ finishedAt, checked, drifted }: Sweep): string {
  const objects = checked === 1 ? "1 thing" : `${checked.toLocaleString("en-US")} things`;
  const found = drifted === 0 ? "all agreed" : drifted === 1 ? "1 differed" : `${drifted} differed`;
  return finishedAt === null
    ? `Under way: ${objects} compared so far, ${found}`
    : `${objects} compared, ${found}`;
}

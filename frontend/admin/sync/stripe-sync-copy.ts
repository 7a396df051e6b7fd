import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { SyncReport } from "./queries.ts";

type Incident = SyncReport["incidents"][number];
type Sweep = SyncReport["sweeps"][number];

/** The names of sync incidents, and how each was resolved. */
export const incidentCopy: Record<
  Incident["kind"],
  { name: MessageDescriptor; resolution: MessageDescriptor }
> = {
  drift: {
    name: msg`Mismatch with Stripe`,
    resolution: msg`Synced again from Stripe. The data matches now.`,
  },
  duplicate: {
    name: msg`Duplicate payment`,
    resolution: msg`The later purchase was canceled and refunded, and the customer was notified.`,
  },
  missing_source: {
    name: msg`Access without a purchase`,
    resolution: msg`Access was revoked. If the customer did pay, find the payment in Stripe, or give them access.`,
  },
  missed_checkout: {
    name: msg`Paid, but no webhook arrived`,
    resolution: msg`The shop found the payment in Stripe and synced the purchase. If this happens again, check the webhook endpoint in the doctor.`,
  },
  unknown_customer: {
    name: msg`Unknown Stripe customer`,
    resolution: msg`No changes: the user has another Stripe customer or doesn’t exist in this shop. If you restored the database, start a rebuild.`,
  },
};

/** Describes a sweep in one line. */
export function describeSweep(i18n: I18n, { finishedAt, checked, drifted }: Sweep): string {
  if (finishedAt === null)
    return i18n._(
      msg`In progress: ${plural(checked, { one: "# object", other: "# objects" })} compared, ${plural(drifted, { one: "# mismatch", other: "# mismatches" })}`,
    );
  return drifted === 0
    ? i18n._(
        msg`${plural(checked, { one: "# object compared, no mismatches", other: "# objects compared, no mismatches" })}`,
      )
    : i18n._(
        msg`${plural(checked, { one: "# object", other: "# objects" })} compared, ${plural(drifted, { one: "# mismatch", other: "# mismatches" })}`,
      );
}

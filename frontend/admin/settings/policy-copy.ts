import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { PolicyEffect } from "./queries.ts";

/** Describes the effects of a policy change, one sentence each. */
export function describePolicyEffect(i18n: I18n, effect: PolicyEffect): string[] {
  const { affectedCustomers } = effect;
  const lines = listChanges(i18n, effect);
  const resync = i18n._(
    msg`${plural(affectedCustomers, {
      one: "# customer is updated within the next minutes.",
      other: "# customers are updated within the next minutes.",
    })}`,
  );
  return [
    ...(lines.length > 0 ? lines : [i18n._(msg`No customer’s access changes.`)]),
    ...(affectedCustomers > 0 ? [resync] : []),
  ];
}

function listChanges(i18n: I18n, effect: PolicyEffect): string[] {
  const { losingAccess, regainingAccess, endingSooner, endingLater, firstEndAt } = effect;
  const date = firstEndAt === null ? null : formatsOf(i18n).date(firstEndAt);
  return [
    losingAccess > 0 &&
      i18n._(
        msg`${plural(losingAccess, {
          one: "# subscription loses access immediately.",
          other: "# subscriptions lose access immediately.",
        })}`,
      ),
    regainingAccess > 0 &&
      i18n._(
        msg`${plural(regainingAccess, {
          one: "# subscription regains access immediately.",
          other: "# subscriptions regain access immediately.",
        })}`,
      ),
    endingSooner > 0 &&
      date !== null &&
      i18n._(
        msg`${plural(endingSooner, {
          one: `# subscription that is unpaid or late loses access sooner than before, on ${date}, unless it is paid.`,
          other: `# subscriptions that are unpaid or late lose access sooner than before, the first on ${date}, unless they are paid.`,
        })}`,
      ),
    endingLater > 0 &&
      i18n._(
        msg`${plural(endingLater, {
          one: "# subscription that is unpaid or late keeps access longer than before.",
          other: "# subscriptions that are unpaid or late keep access longer than before.",
        })}`,
      ),
  ].filter((line) => line !== false);
}

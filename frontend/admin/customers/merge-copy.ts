import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { MergePreview } from "./queries.ts";

type Moves = MergePreview["moves"];

/** Describes what a merge moves, ends and closes, one line each. */
export function describeMoves(i18n: I18n, moves: Moves): string[] {
  const counts = countMoves(i18n, moves);
  const list = formatsOf(i18n).list(counts);
  return [
    counts.length === 0
      ? i18n._(msg`The duplicate account has no purchases, gifts or license keys to move.`)
      : i18n._(msg`Moves ${list}.`),
    moves.identities === 0
      ? i18n._(msg`The duplicate account has no sign-in method.`)
      : i18n._(msg`Sign-in methods of the duplicate account open the remaining account.`),
    ...(moves.sessions > 0
      ? [i18n._(msg`Browsers signed in to the duplicate account are signed out.`)]
      : []),
    i18n._(
      msg`Unfinished checkouts of both accounts are canceled. The customer can start them again.`,
    ),
  ];
}

function countMoves(i18n: I18n, moves: Moves): string[] {
  const { orders, subscriptions, gifts, licenseKeys } = moves;
  return [
    orders > 0 && i18n._(msg`${plural(orders, { one: "# order", other: "# orders" })}`),
    subscriptions > 0 &&
      i18n._(msg`${plural(subscriptions, { one: "# subscription", other: "# subscriptions" })}`),
    gifts > 0 && i18n._(msg`${plural(gifts, { one: "# gift", other: "# gifts" })}`),
    licenseKeys > 0 &&
      i18n._(msg`${plural(licenseKeys, { one: "# license key", other: "# license keys" })}`),
  ].filter((count) => count !== false);
}

import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { joinFacts, type Status } from "../frame/label.tsx";
import type { ListedMessage, RecipientCount } from "./queries.ts";

export const messageStatuses: Record<ListedMessage["status"], Status> = {
  draft: { tone: "neutral", label: msg`Draft` },
  listing: { tone: "neutral", label: msg`Sending` },
  sending: { tone: "neutral", label: msg`Sending` },
  sent: { tone: "good", label: msg`Sent` },
  stopped: { tone: "bad", label: msg`Stopped` },
};

/** Why recipients are left out, each with how many. */
const leftOutCopies: Record<keyof RecipientCount["leftOut"], (count: number) => MessageDescriptor> =
  {
    no_account: (count) =>
      msg`${plural(count, { one: "# has no account any longer", other: "# have no account any longer" })}`,
    no_verified_email: (count) =>
      msg`${plural(count, { one: "# has no verified email address", other: "# have no verified email address" })}`,
    bounced: (count) =>
      msg`${plural(count, { one: "the emails of # come back", other: "the emails of # come back" })}`,
    no_consent: (count) =>
      msg`${plural(count, { one: "# has not asked for news", other: "# have not asked for news" })}`,
    complained: (count) =>
      msg`${plural(count, { one: "# has reported an email as spam", other: "# have reported an email as spam" })}`,
  };

/** Says how many are left out, and why: "2 have not asked for news, the emails of 1 come back". Empty if none is. */
export function describeLeftOut(i18n: I18n, leftOut: RecipientCount["leftOut"]): string {
  const reasons = Object.entries(leftOut).map(([reason, count = 0]) =>
    i18n._(leftOutCopies[reason as keyof RecipientCount["leftOut"]](count)),
  );
  return reasons.join(", ");
}

/** Says what has become of a message: "12 sent · 3 waiting · 1 failed". Empty for a draft. */
export function describeOutcomes(
  i18n: I18n,
  { status, outcomes, leftOut }: Pick<ListedMessage, "status" | "outcomes" | "leftOut">,
): string {
  if (status === "draft") return "";
  const { sent, waiting, failed, skipped } = outcomes;
  const left = Object.values(leftOut).reduce((sum, count = 0) => sum + count, skipped);
  return joinFacts(
    i18n._(msg`${sent} sent`),
    waiting > 0 && i18n._(msg`${waiting} waiting`),
    failed > 0 && i18n._(msg`${failed} failed`),
    left > 0 && i18n._(msg`${left} left out`),
  );
}

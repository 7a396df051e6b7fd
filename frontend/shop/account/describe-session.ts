import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { Session } from "../../http/account.ts";

/** Describes where and when a session was last active: "Last active yesterday · Germany". */
export function describeSession(
  i18n: I18n,
  { current, country, lastSeenAt }: Pick<Session, "current" | "country" | "lastSeenAt">,
): string {
  const seen = current ? i18n._(msg`This device`) : describeLastActive(i18n, lastSeenAt);
  const countryName = country && formatsOf(i18n).country(country);
  return [seen, countryName].filter(Boolean).join(" · ");
}

/** Says when a session or a device was last seen: "Last active yesterday". `at` is in unix milliseconds. */
export function describeLastActive(i18n: I18n, at: number): string {
  const time = formatsOf(i18n).relativeTime(at, Date.now());
  return i18n._(
    msg({
      message: `Last active ${time}`,
      comment: "{time}: 5 minutes ago, yesterday, or a date",
    }),
  );
}

import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ApiKey } from "./queries.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;
/** Also the time from which the doctor warns. */
const EXPIRES_SOON_MS = 14 * DAY;

/** How long a new key works, in days; "" until it is revoked. */
export function getLifetimeOptions(i18n: I18n): { value: string; label: string }[] {
  return [
    { value: "", label: i18n._(msg`No expiration`) },
    { value: "30", label: i18n._(msg`30 days`) },
    { value: "90", label: i18n._(msg`90 days`) },
    { value: "365", label: i18n._(msg`1 year`) },
  ];
}

/** Describes whether a key works, and until when. */
export function describeKeyStatus(
  i18n: I18n,
  { status, expiresAt }: Pick<ApiKey, "status" | "expiresAt">,
  now: number,
): string {
  const formats = formatsOf(i18n);
  switch (status) {
    case "revoked":
      return i18n._(msg`Revoked`);
    case "expired":
      return i18n._(msg`Expired`);
    case "replaced": {
      const date = formats.dateTime(expiresAt ?? now);
      return i18n._(msg`Rolled. Works until ${date}`);
    }
    case "live": {
      if (expiresAt === null) return i18n._(msg`Active`);
      const date = formats.date(expiresAt);
      return expiresAt - now < EXPIRES_SOON_MS
        ? i18n._(msg`Expires soon, on ${date}`)
        : i18n._(msg`Active until ${date}`);
    }
  }
}

/** Describes when a key was last used. The server notes it once an hour. */
export function describeLastUse(i18n: I18n, lastUsedAt: number | null, now: number): string {
  if (lastUsedAt === null) return i18n._(msg`Never`);
  return now - lastUsedAt < HOUR
    ? i18n._(msg`Within the last hour`)
    : formatsOf(i18n).relativeTime(lastUsedAt, now);
}

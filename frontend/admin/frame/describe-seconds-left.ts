import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";

/** Describes the remaining time: "about 3 minutes left". */
export function describeSecondsLeft(i18n: I18n, seconds: number): string {
  if (seconds < 10) return i18n._(msg`a few seconds left`);
  if (seconds < 90) {
    const roundedSeconds = Math.ceil(seconds / 10) * 10;
    return i18n._(
      msg`${plural(roundedSeconds, { one: "about # second left", other: "about # seconds left" })}`,
    );
  }
  const minutes = Math.round(seconds / 60);
  if (minutes < 90)
    return i18n._(
      msg`${plural(minutes, { one: "about # minute left", other: "about # minutes left" })}`,
    );
  const hours = Math.round(minutes / 60);
  return i18n._(msg`${plural(hours, { one: "about # hour left", other: "about # hours left" })}`);
}

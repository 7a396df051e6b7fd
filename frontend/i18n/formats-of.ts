import type { I18n } from "@lingui/core";
import { getFormats, type Formats } from "../../worker/shared/formats.ts";

const timeZones = new WeakMap<I18n, string>();

/** Says in which time zone the texts of `i18n` are read. By default, it is the browser's, and UTC in the Worker. */
export function setTimeZone(i18n: I18n, timeZone: string): void {
  timeZones.set(i18n, timeZone);
}

/** Returns how the language of `i18n` writes amounts, dates and lists, in the reader's time zone. */
export function formatsOf(i18n: I18n): Formats {
  return getFormats(i18n.locale, timeZones.get(i18n));
}

import type { Formats } from "../../worker/shared/formats.ts";
import { formatsOf } from "./formats-of.ts";
import { useLingui } from "./lingui.ts";

/** Returns how the page's language writes amounts, dates and lists, in the reader's time zone. */
export function useFormats(): Formats {
  return formatsOf(useLingui().i18n);
}

import { z } from "zod";
import { locales, type Locale } from "../shared/locales.ts";

/** The texts of an object by language and field. A blank text is none: the default language's is shown. */
export type Translations<Field extends string = string> = {
  [Name in Locale]?: { [Each in Field]?: string };
};

/**
 * A schema for the translations of an object.
 * @param fields the texts that can be translated, with their limits; each may be blank
 */
export function translationsOf<Field extends string>(fields: Record<Field, z.ZodType<string>>) {
  return z.partialRecord(
    z.enum(locales),
    z.strictObject(fields as Record<string, z.ZodType<string>>).partial(),
  ) as unknown as z.ZodType<Translations<Field>, Translations<Field>>;
}

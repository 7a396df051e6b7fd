import { z } from "zod";
import { locales, type Locale } from "../shared/locales.ts";

/** The texts of an object by language and field. A blank text is none: the default language's is shown. */
export type Translations<Field extends string = string> = {
  [Name in Locale]?: { [Each in Field]?: string };
};

/**
 * A schema for the translations of an object.
 * @param fields the texts that can be translated, with their limits; each may be blank
 * @param parts the texts of the object's parts: what their fields are called, and their limit
 */
export function translationsOf<Field extends string, PartField extends string = never>(
  fields: Record<Field, z.ZodType<string>>,
  parts?: { pattern: RegExp; text: z.ZodType<string> },
) {
  const texts = z.strictObject(fields as Record<string, z.ZodType<string>>).partial();
  const own = new Set(Object.keys(fields));
  const all = parts
    ? texts
        .catchall(parts.text)
        .refine((given) =>
          Object.keys(given).every((field) => own.has(field) || parts.pattern.test(field)),
        )
    : texts;
  return z.partialRecord(z.enum(locales), all) as unknown as z.ZodType<
    Translations<Field | PartField>,
    Translations<Field | PartField>
  >;
}

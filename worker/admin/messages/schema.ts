import { z } from "zod";
import { idSchema } from "../../lib/id-schema.ts";
import { markdown } from "../../lib/markdown-schema.ts";
import { plainText } from "../../lib/text-schema.ts";
import { locales } from "../../shared/locales.ts";
import { customerFilters } from "../customers/list-customers.ts";
import { pageQuery } from "../frame/page-query.ts";

const { search: _, ...filters } = customerFilters;

/** What the list of customers is filtered by. Not a search text: it would be a name or an address. */
export const filtersOfRecipients = z.strictObject(filters);

const recipients = z.lazy(() =>
  z.discriminatedUnion("of", [
    z.strictObject({ of: z.literal("customer"), userId: idSchema("usr") }),
    z.strictObject({ of: z.literal("product"), productId: idSchema("prd") }),
    z.strictObject({ of: z.literal("customers"), filters: filtersOfRecipients }),
  ]),
);

/** The input for a new message, and for a change of a draft. */
export const newMessage = z.strictObject({
  purpose: z.enum(["service", "news"]),
  recipients,
  subject: plainText(120).min(1, "Enter a subject."),
  body: markdown(20_000).refine((text) => text.trim() !== "", "Enter a message."),
});
export type NewMessage = z.output<typeof newMessage>;

/** When the version was saved that is changed, sent or deleted, in Unix milliseconds. */
export const messageVersion = z.strictObject({ updatedAt: z.coerce.number().int() });

export const messageEdit = newMessage.extend({ updatedAt: z.int() });

export const messageListQuery = z.strictObject(pageQuery);

/** The language of what every email has; the message is as it was written. */
export const localeBody = z.strictObject({ locale: z.enum(locales) });

export const frameQuery = localeBody.extend({
  scheme: z.enum(["light", "dark"]),
});

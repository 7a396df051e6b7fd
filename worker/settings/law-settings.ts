import { z } from "zod";
import { countryCodes } from "../shared/country-codes.ts";
import { defineSetting } from "./define-setting.ts";

const country = z.string().refine((code) => countryCodes.includes(code), "Choose a country.");

/** Where the shop sells, from which follow the rules of law that apply to it (worker/law). */
export const lawSettings = defineSetting({
  name: "law",
  schema: () =>
    z.strictObject({
      /** The country that the seller sells from, as ISO 3166-1 alpha-2; null if they have not said it. */
      seller: country.nullable(),
      /** The countries of the consumers whom the shop sells to. */
      buyers: z.union([
        z.literal("everywhere"),
        z.array(country).min(1, "Choose at least one country.").max(countryCodes.length),
      ]),
    }),
  defaults: { seller: null, buyers: "everywhere" },
});

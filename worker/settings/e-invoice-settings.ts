import { z } from "zod";
import { failAt } from "../errors.ts";
import { plainText } from "../lib/text-schema.ts";
import { countryCodes } from "../shared/country-codes.ts";
import { defineSetting, type SettingOf } from "./define-setting.ts";
import { readShopSettings } from "./shop-settings.ts";

const text = plainText(120);

/** What an e-invoice must say of the seller. */
const required = ["name", "street", "postalCode", "city", "country", "vatId", "phone"] as const;

/**
 * Whether invoices can be downloaded as e-invoices, and what those say of the seller. Saving throws `invalid_input` at
 * what is missing.
 */
export const eInvoiceSettings = defineSetting({
  name: "e_invoices",
  schema: () =>
    z.strictObject({
      offered: z.boolean(),
      name: text,
      street: text,
      postalCode: text,
      city: text,
      /** ISO 3166-1 alpha-2. */
      country: z.string().refine((code) => code === "" || countryCodes.includes(code), {
        error: "Choose a country.",
      }),
      /** With the country before it; or the tax number of a seller who has no VAT id. */
      vatId: z
        .string()
        .trim()
        .regex(/^([A-Z]{2}[0-9A-Z]{2,13}|[\d /-]{0,20})$/, "Enter a VAT id such as DE123456789."),
      phone: text,
      /** Why the shop charges no VAT, as the law wants it said; blank for a shop that charges it. */
      exemption: text,
    }),
  defaults: {
    offered: false,
    name: "",
    street: "",
    postalCode: "",
    city: "",
    country: "",
    vatId: "",
    phone: "",
    exemption: "",
  },
  async beforeSave(ctx, { after }) {
    if (!after.offered) return;
    const missing = required.find((field) => after[field] === "");
    if (missing) throw failAt(missing, "E-invoices must say this.");
    if ((await readShopSettings(ctx)).supportEmail === null)
      throw failAt("offered", "E-invoices name your contact address. Enter it under Shop first.");
  },
});

export type EInvoiceSettings = SettingOf<typeof eInvoiceSettings>;

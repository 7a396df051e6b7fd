import { z } from "zod";
import { idSchema } from "../lib/id-schema.ts";

/**
 * A customer as another program names them: the user's id, the id that the program gave them, the identity at an OpenID
 * provider, or an email that the provider has verified.
 */
export type CustomerAddress =
  | { customer: string }
  | { externalId: string }
  | { issuer: string; subject: string }
  | { email: string };

/** The id that the seller's own program has for a customer. */
export const externalIdInput = z.string().trim().min(1).max(255);

/**
 * The fields that name the customer of a request: `customer`, or `externalId`, or `issuer` with `subject`, or `email`.
 */
export const addressFields = {
  customer: idSchema("usr", "is not a customer's id")
    .optional()
    .meta({ description: "The customer's id.", example: "usr_01kb2z8q3mh7w5t0d9x6n4c1rv" }),
  externalId: externalIdInput.optional().meta({
    description: "The id that your program gave the customer.",
    example: "user-7712",
  }),
  issuer: z.string().min(1).max(255).optional().meta({
    description: "The OpenID provider, together with `subject`.",
    example: "https://accounts.google.com",
  }),
  subject: z.string().min(1).max(255).optional().meta({
    description: "The user at the OpenID provider, as the `sub` claim says.",
    example: "110169484474386276334",
  }),
  email: z.email().max(254).optional().meta({
    description: "An email that the provider has verified. Case-insensitive.",
    example: "ann@example.com",
  }),
};

type AddressFields = { [Name in keyof typeof addressFields]?: string | undefined };

/** Whether exactly one address is given. For `.refine(...)`. */
export const oneAddress: [(fields: AddressFields) => boolean, { message: string; path: string[] }] =
  [
    (fields) => toAddress(fields) !== null,
    {
      message: "Send customer, or externalId, or issuer and subject, or email.",
      path: ["customer"],
    },
  ];

/** Whether any field of an address is given. */
export const hasAddress = (fields: AddressFields): boolean =>
  Object.keys(addressFields).some((name) => fields[name as keyof AddressFields] !== undefined);

/** Returns the address in these fields; null if there is none or more than one. */
export function toAddress({
  customer,
  externalId,
  issuer,
  subject,
  email,
}: AddressFields): CustomerAddress | null {
  const addresses = [
    ...(customer === undefined ? [] : [{ customer }]),
    ...(externalId === undefined ? [] : [{ externalId }]),
    ...(email === undefined ? [] : [{ email }]),
    ...(issuer === undefined || subject === undefined ? [] : [{ issuer, subject }]),
  ];
  const isHalf = (issuer === undefined) !== (subject === undefined);
  return addresses.length === 1 && !isHalf ? addresses[0]! : null;
}

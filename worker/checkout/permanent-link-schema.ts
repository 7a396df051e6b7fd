import { z } from "zod";
import { MAX_SEATS } from "../catalog/seats.ts";
import { linkMetadata } from "./link-metadata.ts";

const MAX_PURCHASES = 1_000_000;

/** What of a permanent link can be changed. Made when it is needed, which a start of the Worker need not wait for. */
export const linkOptions = () => ({
  name: z.string().trim().max(100, "Must be 100 characters or fewer.").meta({
    description: "For the team, e.g. where the link is used. Customers never see it.",
    example: "Spring newsletter",
  }),
  successUrl: z.url("Enter a URL.").max(2000).nullable().meta({
    description:
      "Where customers go after paying, with the checkout’s ID as `?checkout=`. Its origin must be allowed in the console, under Developers.",
    example: "https://app.example.com/thanks",
  }),
  maxPurchases: z
    .int("Enter a whole number.")
    .min(1, "Must be 1 or more.")
    .max(MAX_PURCHASES, "Must be 1,000,000 or less.")
    .nullable()
    .meta({
      description:
        "How many checkouts may be open or paid at a time. A checkout that is not paid frees its place after half an hour; a refund doesn’t. Null for no limit.",
    }),
  active: z.boolean().meta({ description: "Whether customers can buy with it." }),
});

/** What a permanent link sells, and what is attached to its purchases: these never change. */
export const linkTerms = () => ({
  quantity: z.int("Enter a whole number.").min(1).max(MAX_SEATS).meta({
    description: "Seats, for a price per seat. The customer can still change them.",
  }),
  metadata: linkMetadata.meta({
    description: "For your own use. The orders and subscriptions of the link have it.",
    example: { partner: "acme" },
  }),
});

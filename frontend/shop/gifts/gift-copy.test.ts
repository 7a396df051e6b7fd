import { expect, test } from "vitest";
import { describeGiftLink } from "./gift-copy.ts";
import type { GiftLink } from "./queries.ts";

const gift: GiftLink = {
  state: "open",
  product: { slug: "guide", name: "Field Guide", tagline: "", image: null },
  quantity: 1,
  endsAt: null,
  expiresAt: Date.UTC(2027, 0, 31, 12),
};
const later = Date.UTC(2027, 11, 31, 12);

test.each<[Partial<GiftLink>, string, string]>([
  [
    {},
    "A gift for you: Field Guide",
    "Tidewater gives you free access. Accept it by January 31, 2027.",
  ],
  [
    { endsAt: later },
    "A gift for you: Field Guide",
    "Tidewater gives you free access until December 31, 2027. Accept it by January 31, 2027.",
  ],
  [
    { state: "claimed" },
    "This gift has already been accepted.",
    "Each link works once. If you accepted it, Field Guide is in your library.",
  ],
  [
    { state: "revoked" },
    "This gift was withdrawn.",
    "Ask whoever sent you the link for a new one.",
  ],
  [
    { state: "expired" },
    "This gift has expired.",
    "It had to be accepted by January 31, 2027. Ask whoever sent you the link for a new one.",
  ],
])("%j is described as: %s", (more, title, text) => {
  expect(describeGiftLink({ ...gift, ...more }, "Tidewater")).toEqual({ title, text });
});

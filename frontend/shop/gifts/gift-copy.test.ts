import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeGiftLink } from "./gift-copy.ts";
import type { GiftLink } from "./queries.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const gift: GiftLink = {
  state: "open",
  product: { slug: "guide", name: "Field Guide", tagline: "", image: null },
  quantity: 1,
  giverName: null,
  message: "",
  endsAt: null,
  kind: "gift",
  expiresAt: Date.UTC(2027, 0, 31, 12),
  isSeat: false,
  lasts: null,
};
const later = Date.UTC(2027, 11, 31, 12);

test.each<[Partial<GiftLink>, string, string]>([
  [
    {},
    "A gift for you: Field Guide",
    "Tidewater has given you free access. Accept the gift by January 31, 2027.",
  ],
  [
    { endsAt: later },
    "A gift for you: Field Guide",
    "Tidewater has given you free access until December 31, 2027. Accept the gift by January 31, 2027.",
  ],
  [
    { giverName: "Bob" },
    "A gift for you: Field Guide",
    "From Bob. Accept the gift by January 31, 2027.",
  ],
  [
    { giverName: "" },
    "A gift for you: Field Guide",
    "From another customer. Accept the gift by January 31, 2027.",
  ],
  [
    { isSeat: true, giverName: "Bob" },
    "A seat for you: Field Guide",
    "From Bob, who will see your name and email address. Accept the seat by January 31, 2027.",
  ],
  [
    { isSeat: true, giverName: "", state: "claimed" },
    "This seat has already been taken.",
    "If you took it, Field Guide is in your library. Otherwise, ask the person who sent you the link.",
  ],
  [
    { state: "claimed" },
    "This gift has already been accepted.",
    "The link works only once. If you accepted the gift, Field Guide is in your library.",
  ],
  [
    { state: "revoked" },
    "This gift is no longer available.",
    "Ask the person who sent you the link for a new one.",
  ],
  [
    { state: "expired" },
    "This gift has expired.",
    "You had until January 31, 2027 to accept it. Ask the person who sent you the link for a new one.",
  ],
])("%j is described as: %s", (more, title, text) => {
  expect(describeGiftLink(i18n, { ...gift, ...more }, "Tidewater")).toEqual({ title, text });
});

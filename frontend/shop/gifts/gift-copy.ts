import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatDuration } from "../../../worker/shared/format-duration.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { joinSentences } from "../../i18n/join-sentences.ts";
import type { GiftLink } from "./queries.ts";

type Words = {
  name: string;
  shopName: string;
  /** Who bought it; null if the shop gives it. */
  giver: string | null;
  deadline: string;
  end: string | null;
};

/** The heading and the text about a gift link in each state. */
const messages: Record<
  GiftLink["state"],
  { title: (words: Words) => MessageDescriptor; text: (words: Words) => MessageDescriptor }
> = {
  open: {
    title: ({ name }) => msg`A gift for you: ${name}`,
    text: ({ shopName, giver, end, deadline }) => {
      if (giver !== null) return msg`From ${giver}. Accept the gift by ${deadline}.`;
      return end === null
        ? msg`${shopName} has given you free access. Accept the gift by ${deadline}.`
        : msg`${shopName} has given you free access until ${end}. Accept the gift by ${deadline}.`;
    },
  },
  claimed: {
    title: () => msg`This gift has already been accepted.`,
    text: ({ name }) =>
      msg`The link works only once. If you accepted the gift, ${name} is in your library.`,
  },
  revoked: {
    title: () => msg`This gift is no longer available.`,
    text: () => msg`Ask the person who sent you the link for a new one.`,
  },
  expired: {
    title: () => msg`This gift has expired.`,
    text: ({ deadline: date }) =>
      msg`You had until ${date} to accept it. Ask the person who sent you the link for a new one.`,
  },
};

/** The same about a seat. */
const seatMessages: typeof messages = {
  open: {
    title: ({ name }) => msg`A seat for you: ${name}`,
    text: ({ giver: buyer, deadline }) => {
      const giver = buyer ?? "";
      return msg`From ${giver}, who will see your name and email address. Accept the seat by ${deadline}.`;
    },
  },
  claimed: {
    title: () => msg`This seat has already been taken.`,
    text: ({ name }) =>
      msg`If you took it, ${name} is in your library. Otherwise, ask the person who sent you the link.`,
  },
  revoked: {
    title: () => msg`This seat is no longer available.`,
    text: () => msg`Ask the person who sent you the link for a new one.`,
  },
  expired: {
    title: () => msg`This link has expired.`,
    text: () => msg`Ask the person who sent you the link for a new one.`,
  },
};

/** Returns the heading and the text about a gift link. `shopName` is who gives it. */
export function describeGiftLink(
  i18n: I18n,
  {
    state,
    product,
    endsAt,
    expiresAt,
    giverName,
    isSeat,
    lasts,
  }: Pick<
    GiftLink,
    "state" | "product" | "endsAt" | "expiresAt" | "giverName" | "isSeat" | "lasts"
  >,
  shopName: string,
): { title: string; text: string } {
  const { date } = formatsOf(i18n);
  const words: Words = {
    name: product.name,
    shopName,
    giver: giverName === null ? null : giverName || i18n._(msg`another customer`),
    deadline: date(expiresAt),
    end: endsAt === null ? null : date(endsAt),
  };
  const { title, text } = (isSeat ? seatMessages : messages)[state];
  const length = state === "open" && lasts ? formatDuration(i18n.locale, lasts) : null;
  const sentences = [
    i18n._(text(words)),
    ...(length === null
      ? []
      : [
          i18n._(
            msg`You get access for ${length} from the day you accept it, and you’re never charged.`,
          ),
        ]),
  ];
  return { title: i18n._(title(words)), text: joinSentences(i18n.locale, ...sentences) };
}

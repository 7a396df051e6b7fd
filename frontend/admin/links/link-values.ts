import { endOfDay } from "../form/end-of-day.ts";
import type { Link } from "../link-parts/queries.ts";
import type { LinkEdit, NewLink } from "./queries.ts";

/** What of a link can be changed, as a form has it. `expiresAt` is a day such as `2026-12-31`, in the browser's time zone. */
export type LinkOptions = {
  name: string;
  promotionCodeId: string;
  successUrl: string;
  expiresAt: string;
  maxPurchases: string;
  active: boolean;
};

export type NewLinkValues = LinkOptions & {
  productId: string;
  priceId: string;
  /** The add-ons of the product that it sells, too. */
  addOnIds: string[];
  quantity: string;
  /** One `name=value` for each line. */
  metadata: string;
};

export const emptyLink: NewLinkValues = {
  productId: "",
  priceId: "",
  addOnIds: [],
  quantity: "1",
  metadata: "",
  name: "",
  promotionCodeId: "",
  successUrl: "",
  expiresAt: "",
  maxPurchases: "",
  active: true,
};

/** Returns the options of a link as a form has them. */
export const toLinkOptions = (link: Link): LinkOptions => ({
  name: link.name,
  promotionCodeId: link.promotionCodeId ?? "",
  successUrl: link.successUrl ?? "",
  expiresAt: link.expiresAt === null ? "" : toDay(link.expiresAt),
  maxPurchases: link.maxPurchases === null ? "" : String(link.maxPurchases),
  active: link.active,
});

/** Converts a form's options to the API's input. What is no number is sent as it is, so that the server refuses it. */
function toOptions(options: LinkOptions): LinkEdit {
  const { name, promotionCodeId, successUrl, expiresAt, maxPurchases, active } = options;
  return {
    name,
    active,
    promotionCodeId: promotionCodeId || null,
    successUrl: successUrl.trim() || null,
    expiresAt: expiresAt === "" ? null : endOfDay(expiresAt),
    maxPurchases: maxPurchases.trim() === "" ? null : toNumber(maxPurchases),
  };
}

/** Returns what is sent for a new link. */
export const toNewLink = ({
  productId: _,
  priceId,
  addOnIds,
  quantity,
  metadata,
  ...options
}: NewLinkValues): NewLink => ({
  ...toOptions(options),
  priceId,
  quantity: toNumber(quantity),
  ...(addOnIds.length > 0 && { addOnIds }),
  ...(metadata.trim() !== "" && { metadata: toMetadata(metadata) }),
});

/** Returns what is sent for changed options: only those, since a link whose end has passed can still get another name. */
export function toLinkEdit(values: LinkOptions, before: LinkOptions): LinkEdit {
  const sent = toOptions(values);
  const names = Object.keys(sent) as (keyof LinkEdit & keyof LinkOptions)[];
  return Object.fromEntries(
    names.filter((name) => values[name] !== before[name]).map((name) => [name, sent[name]]),
  );
}

/** Reads lines such as `partner=acme`. A line without `=` becomes a name without a value. */
function toMetadata(text: string): Record<string, string> {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...value] = line.split("=");
      return [name.trim(), value.join("=").trim()];
    }),
  );
}

function toNumber(text: string): number {
  const number = Number(text.trim());
  return Number.isNaN(number) ? (text as unknown as number) : number;
}

function toDay(at: number): string {
  const date = new Date(at);
  const pad = (part: number) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

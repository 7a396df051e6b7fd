import type { HttpSession } from "../../shop/http-session.ts";
import { readLegalText } from "../content.ts";
import type { Action } from "./actions.ts";
import type { Person } from "./people.ts";
import { RefusedError, send, type Player } from "./player.ts";

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;
type Order = { id: string; totalMinor: number; refundedMinor: number };
type Me = { user: { id: string } };

/** Olive signs in for each of her actions: some want a fresh sign-in. */
const asOwner = (player: Player): Promise<HttpSession> => player.visit("owner");

/** What the owner sets up on the first day. */
export async function setUp(player: Player): Promise<void> {
  const owner = await asOwner(player);
  await send(
    owner,
    "/api/admin/settings/shop",
    {
      name: "Tidewater",
      line: "Field recordings, and how to make them",
      supportEmail: "help@example.com",
    },
    "PUT",
  );
  // The country of each sale comes from the billing address.
  const { version: _, ...tax } = await send<{ version: number }>(owner, "/api/admin/settings/tax");
  await send(owner, "/api/admin/settings/tax", { ...tax, requireBillingAddress: true }, "PUT");
  const [terms, privacy, refunds] = ["terms", "privacy", "refunds"].map(readLegalText);
  const legal = { terms, privacy, refunds, imprint: "" };
  await send(owner, "/api/admin/settings/legal", legal, "PUT");
  await send(owner, "/api/admin/doctor/email", {});
  for (const item of ["brand", "share"])
    await send(owner, `/api/admin/setup/${item}/skip`, {}, "PUT");
}

/** Refunds the newest order of a customer that is not refunded yet. */
export async function refund(player: Player, { who, part }: Of<"refund">): Promise<void> {
  const owner = await asOwner(player);
  const query = new URLSearchParams({ search: who.email });
  const { items } = await send<{ items: Order[] }>(owner, `/api/admin/orders?${query}`);
  const order = items.find(({ totalMinor, refundedMinor }) => refundedMinor < totalMinor);
  if (!order) throw new RefusedError(`${who.name} has no order to refund`);
  const { totalMinor, refundedMinor } = order;
  await send(owner, `/api/admin/orders/${order.id}/refunds`, {
    ...(part === "half" && { amountMinor: Math.floor(totalMinor / 2) }),
    refundedMinor,
    reason: "requested_by_customer",
  });
}

/** Refunds the payment that a card issuer warned of, or keeps it. */
export async function answerWarning(player: Player, action: Of<"answer_warning">): Promise<void> {
  const owner = await asOwner(player);
  const { alerts } = await send<{ alerts: { id: string }[] }>(owner, "/api/admin/overview/alerts");
  if (!alerts[0]) throw new RefusedError("No alert waits for an answer");
  await send(owner, `/api/admin/overview/alerts/${alerts[0].id}/${action.with}`, {});
}

/** The receiver signs in first: a gift is for a customer. */
export async function give(player: Player, { who, slug, note }: Of<"gift">): Promise<void> {
  const receiver = await player.visit(who.email);
  const { user } = await send<Me>(receiver, "/api/me");
  const owner = await asOwner(player);
  const { products } = await send<{ products: { id: string; slug: string }[] }>(owner, "/api/shop");
  const product = products.find((each) => each.slug === slug);
  if (!product) throw new Error(`The shop has no product ${slug}`);
  await send(owner, "/api/admin/gifts", { userId: user.id, productId: product.id, note });
}

/** Writes a note about a customer, which only the team sees. */
export async function writeNote(player: Player, { who, text }: Of<"note">): Promise<void> {
  const customer = await player.visit(who.email);
  const { user } = await send<Me>(customer, "/api/me");
  const owner = await asOwner(player);
  await send(owner, `/api/admin/customers/${user.id}/notes`, { body: text });
}

export async function createDiscount(
  player: Player,
  { name, code, percentOff, expiresAt }: Of<"create_discount">,
): Promise<void> {
  await send(await asOwner(player), "/api/admin/discounts", {
    name,
    code,
    off: { kind: "percent", percentOff },
    duration: "once",
    expiresAt,
  });
}

/** What the bank and the card issuer do to the newest payment of a customer. */
export async function dispute(player: Player, { who }: Of<"dispute">): Promise<void> {
  await player.control("disputes", { charge: await findCharge(player, who) });
}

export async function closeDispute(
  player: Player,
  { who, outcome }: Of<"close_dispute">,
): Promise<void> {
  const charge = await findCharge(player, who);
  const [found] = await player.readStripe<{ id: string }>(`disputes?charge=${charge}`);
  if (!found) throw new RefusedError(`${who.name} has no dispute`);
  await player.control(`disputes/${found.id}/close`, { outcome });
}

export async function warnOfFraud(player: Player, { who }: Of<"warn_of_fraud">): Promise<void> {
  await player.control("early-fraud-warnings", { charge: await findCharge(player, who) });
}

export async function replaceCard(
  player: Player,
  { who, card }: Of<"replace_card">,
): Promise<void> {
  await player.control(`customers/${await findStripeCustomer(player, who)}/card`, { card });
}

async function findStripeCustomer(player: Player, who: Person): Promise<string> {
  const [customer] = await player.readStripe<{ id: string }>(
    `customers?email=${encodeURIComponent(who.email)}`,
  );
  if (!customer) throw new RefusedError(`${who.name} is no Stripe customer`);
  return customer.id;
}

async function findCharge(player: Player, who: Person): Promise<string> {
  const customer = await findStripeCustomer(player, who);
  const charges = await player.readStripe<{ id: string; paid: boolean }>(
    `charges?customer=${customer}`,
  );
  const charge = charges.find(({ paid }) => paid);
  if (!charge) throw new RefusedError(`${who.name} has paid nothing`);
  return charge.id;
}

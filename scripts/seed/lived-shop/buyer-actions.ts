import type { HttpSession } from "../../shop/http-session.ts";
import type { Action, Interval } from "./actions.ts";
import type { Person } from "./people.ts";
import { readAnswer, RefusedError, send, type Player } from "./player.ts";

type Of<Type extends Action["type"]> = Extract<Action, { type: Type }>;

type Shop = {
  products: { slug: string; prices: { id: string; interval: Interval }[] }[];
};
type Library = {
  entries: {
    benefits: {
      license?: { key: string } | null;
      files?: { newest: { id: string } }[];
    }[];
  }[];
};
type Billing = { subscriptions: { id: string; status: string; stripeSubscriptionId?: string }[] };

/** Opens a checkout, and pays it unless the buyer leaves. A buyer who pays then uses what they bought. */
export async function buy(player: Player, action: Of<"buy">): Promise<void> {
  const { who, outcome, card, code, amountMinor, seats, devices } = action;
  const session = await player.visit(who.email);
  const priceId = await findPrice(session, action);
  const checkout = await send<{ id: string; url: string }>(session, "/api/me/checkouts", {
    priceId,
    ...(seats !== undefined && { quantity: seats }),
  });
  if (outcome === "abandoned") return;
  const payment = player.control(
    `checkout/${new URL(checkout.url).pathname.split("/").at(-1)}/pay`,
    {
      card,
      name: who.name,
      country: who.country,
      ...(code !== undefined && { promotionCode: code }),
      ...(amountMinor !== undefined && { amount: amountMinor }),
    },
  );
  if (outcome === "declined") return void (await payment.catch(ignoreRefusal));
  await payment;
  await send(session, `/api/me/checkouts/${checkout.id}/confirmation`, {});
  await useBenefits(session, who, devices);
}

async function findPrice(
  session: HttpSession,
  wanted: { slug: string; interval: Interval },
): Promise<string> {
  const shop = await send<Shop>(session, "/api/shop");
  const product = shop.products.find(({ slug }) => slug === wanted.slug);
  const price = product?.prices.find(({ interval }) => interval === wanted.interval);
  if (!price)
    throw new Error(`The shop has no price of ${wanted.slug} for ${wanted.interval ?? "once"}`);
  return price.id;
}

/** Downloads the newest version of every file, and activates the license key on so many devices. */
async function useBenefits(session: HttpSession, who: Person, devices: number): Promise<void> {
  const { entries } = await send<Library>(session, "/api/me/library");
  const benefits = entries.flatMap((entry) => entry.benefits);
  for (const { files = [], license } of benefits) {
    for (const { newest } of files) {
      const { url } = await send<{ url: string }>(
        session,
        `/api/me/downloads/${newest.id}/links`,
        {},
      );
      const file = await session.fetch(url);
      if (!file.ok) throw new Error(`${url} answered ${file.status}`);
      await file.body?.cancel();
    }
    if (license) await activate(session, { key: license.key, who, devices });
  }
}

async function activate(
  session: HttpSession,
  { key, who, devices }: { key: string; who: Person; devices: number },
): Promise<void> {
  const firstName = who.name.split(" ")[0];
  for (let device = 1; device <= devices; device++)
    await send(session, "/api/v1/licenses/activate", {
      key,
      fingerprint: `${who.email}/${device}`,
      label: `${firstName}’s ${["laptop", "desktop", "tablet"][device - 1] ?? `device ${device}`}`,
    }).catch(ignoreRefusal);
}

/** Downloads everything again. */
export async function download(player: Player, { who }: Of<"download">): Promise<void> {
  await useBenefits(await player.visit(who.email), who, 0);
}

/** Cancels the running subscription at the end of its period. */
export async function cancel(
  player: Player,
  { who, feedback, comment }: Of<"cancel">,
): Promise<void> {
  const { session, id } = await openSubscription(player, who);
  await send(session, `/api/me/subscriptions/${id}/cancellation`, { feedback, comment });
}

/** Takes the cancellation back. */
export async function resume(player: Player, { who }: Of<"resume">): Promise<void> {
  const { session, id } = await openSubscription(player, who);
  const path = `/api/me/subscriptions/${id}/cancellation`;
  await readAnswer(await session.fetch(path, { method: "DELETE" }));
}

export async function changePlan(player: Player, action: Of<"change_plan">): Promise<void> {
  const { session, id } = await openSubscription(player, action.who);
  const priceId = await findPrice(session, action);
  const path = `/api/me/subscriptions/${id}/plan-change`;
  const { prorationDate } = await send<{ prorationDate: number }>(
    session,
    `${path}?${new URLSearchParams({ priceId })}`,
  );
  await send(session, path, { priceId, prorationDate });
}

export async function changeSeats(player: Player, action: Of<"change_seats">): Promise<void> {
  const { session, id } = await openSubscription(player, action.who);
  const { prorationDate } = await send<{ prorationDate: number }>(
    session,
    `/api/me/subscriptions/${id}/plan-change?quantity=${action.seats}`,
  );
  const body = { quantity: action.seats, prorationDate };
  await send(session, `/api/me/subscriptions/${id}/quantity`, body, "PUT");
}

async function openSubscription(player: Player, who: Person) {
  const session = await player.visit(who.email);
  const { subscriptions } = await send<Billing>(session, "/api/me/billing");
  const running = subscriptions.find(({ status }) =>
    ["trialing", "active", "past_due"].includes(status),
  );
  if (!running) throw new RefusedError(`${who.name} has no running subscription`);
  return { session, id: running.id };
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof RefusedError)) throw error;
}

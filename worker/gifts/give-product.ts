import type { Ctx } from "../context.ts";
import type { Statement } from "../db/client.ts";
import { fail } from "../errors.ts";
import type { CustomerAddress } from "../identity/customer-address.ts";
import { findIssuer, resolveCustomer } from "../identity/resolve-customer.ts";
import { claimWaitingGifts } from "./claim-gift.ts";
import { createGift } from "./create-gift.ts";
import { offerGift, type Recipient } from "./offer-gift.ts";

/** `claimExpiresAt` is the last time to claim it, for a recipient who has not signed in yet. Unix milliseconds. */
export type Gift = {
  to: CustomerAddress | { byLink: true };
  productId: string;
  quantity?: number | undefined;
  endsAt?: number | undefined;
  claimExpiresAt?: number | undefined;
  note: string;
  message?: string | undefined;
  sendEmail?: boolean | undefined;
  locale?: string | undefined;
};

/** A gift, who has it (null while it waits), and the secret of its link; null without a link. */
export type GivenGift = { id: string; userId: string | null; secret: string | null };

/**
 * Gives a product to an address: at once if it is a user's, or as an offer that waits for its first sign-in.
 * @param extraStatements returns statements for the same batch
 * @throws as `createGift` and `offerGift`; `not_found` for the id or external id of no user
 */
export async function giveProduct(
  ctx: Ctx,
  { to, claimExpiresAt: expiresAt, ...terms }: Gift,
  extraStatements: (gift: GivenGift) => Statement[] = () => [],
): Promise<GivenGift> {
  const offer = async (recipient: Recipient) => {
    const offered = { ...terms, recipient, expiresAt };
    const { claim, secret } = await offerGift(ctx, offered, ({ id }, secret) =>
      extraStatements({ id, userId: null, secret }),
    );
    return { id: claim.id, userId: null, secret };
  };
  if ("byLink" in to) return offer(to);
  const userId = await resolveCustomer(ctx, to);
  if (userId !== null) {
    const given = await createGift(ctx, { ...terms, userId }, ({ id }) =>
      extraStatements({ id, userId, secret: null }),
    );
    return { id: given.id, userId, secret: null };
  }
  if ("customer" in to || "externalId" in to) throw fail("not_found", { reason: "no such user" });
  // As sign-in will name it.
  const offered = await offer(
    "email" in to
      ? { email: to.email.toLowerCase() }
      : { ...to, issuer: findIssuer(ctx, to.issuer) ?? to.issuer },
  );
  // They may have signed in for the first time since they were looked for.
  const arrived = await resolveCustomer(ctx, to);
  if (arrived !== null) await claimWaitingGifts(ctx, { userId: arrived, email: null });
  return { ...offered, userId: arrived };
}

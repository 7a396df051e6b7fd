import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";
import type { Ctx } from "../../context.ts";
import { readPage, type Page, type PageInput } from "../../db/page-cursor.ts";
import { listWaitingClaims, type ClaimRow } from "../../claims/store.ts";
import { listUsersById } from "../../identity/store-profile.ts";

/**
 * A gift that nobody has yet. Without an email it waits for an identity of `issuer`, or for whoever opens its link.
 * `givenBy`: the member's name, or the id of an API key. `endsAt` is when the access will end, null if it will not, and
 * `expiresAt` the last time to claim it, in unix milliseconds.
 */
type WaitingGift = {
  id: string;
  productName: string;
  quantity: number;
  email: string | null;
  issuer: string | null;
  givenBy: string;
  note: string;
  createdAt: number;
  endsAt: number | null;
  expiresAt: number;
  /** When the last email about it was sent, in unix milliseconds; null if none was. */
  emailSentAt: number | null;
  /** Why it was not sent or did not arrive. */
  emailProblem: ClaimRow["emailProblem"];
  /** Whether an email waits to be sent. */
  isEmailDue: boolean;
  /** Whether the shop can email it. */
  canEmail: boolean;
};

/** Lists the gifts that wait for somebody to sign in or to open a link, newest first. */
export async function listWaitingGifts(ctx: Ctx, input: PageInput): Promise<Page<WaitingGift>> {
  const { mode } = ctx.config.stripe;
  const page = await readPage(input, (window) =>
    listWaitingClaims(ctx.db, { ...window, mode, now: ctx.now }),
  );
  const [products, givers] = await Promise.all([
    mapProductSummaries(ctx, { ids: page.items.map(({ productId }) => productId) }),
    page.items.length === 0
      ? []
      : listUsersById(
          ctx.db,
          page.items.map(({ givenBy }) => givenBy),
        ),
  ]);
  const giverNames = new Map(givers.map(({ id, name, email }) => [id, name ?? email]));
  const items = page.items.map((claim) => ({
    id: claim.id,
    productName: products.get(claim.productId)?.name ?? claim.productId,
    quantity: claim.quantity,
    email: claim.email,
    issuer: claim.issuer,
    givenBy: giverNames.get(claim.givenBy) ?? claim.givenBy,
    note: claim.note,
    createdAt: claim.createdAt,
    endsAt: claim.giftEndsAt,
    expiresAt: claim.expiresAt,
    emailSentAt: claim.emailSentAt,
    emailProblem: claim.emailProblem,
    isEmailDue: claim.emailDueAt !== null,
    canEmail: claim.issuer === null && Boolean(ctx.config.auth.emailSender),
  }));
  return { ...page, items };
}

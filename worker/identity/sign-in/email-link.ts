import type { EmailConfig } from "@auth/core/providers/email";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { keptMsOf } from "../../db/old-rows.ts";
import { fail } from "../../errors.ts";
import { newToken, sha256Hex, signText } from "../../lib/crypto.ts";
import { HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { deliverEmail } from "../../email-sender/deliver-email.ts";
import {
  deleteExpiredEmailTokens,
  deleteOldEmailLinkRequests,
  insertEmailLinkRequest,
  insertEmailTokenIfCounted,
  type EmailTokenRow,
} from "./store-email-links.ts";

/** The provider id of sign-in by email, used in callback URLs and stored identities. */
export const EMAIL_PROVIDER = "email";

const LINK_LIFETIME_MS = 15 * MINUTE;
/**
 * How many links are sent, across all requests. `unexpired`: to one address, neither used nor expired.
 * `emailsPerNetworkAndHour`: to how many addresses, since most of those that one network asks for are of strangers.
 */
const LINK_LIMITS = {
  unexpired: 5,
  perEmailAndHour: 10,
  perNetworkAndHour: 30,
  emailsPerNetworkAndHour: 10,
};

/**
 * Returns the email provider if the shop has an email sender. The link opens a page with a button, and its secrets
 * follow the `#`: email scanners that open links use nothing up, and the secrets appear in no log or referrer.
 * @param network of the request, as rate limits count it; null if it has no IP address
 */
export function createEmailProvider(ctx: Ctx, network: string | null): EmailConfig | undefined {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return undefined;
  return {
    id: EMAIL_PROVIDER,
    type: "email",
    name: "Email",
    from: sender.from,
    maxAge: LINK_LIFETIME_MS / SECOND,
    generateVerificationToken: newToken,
    // No secret is mixed into the hash: the token is random enough, and links survive a rotation of the shop's secret.
    secret: "",
    // The route has already normalized it.
    normalizeIdentifier: (email) => email,
    async sendVerificationRequest({ identifier, token, url, expires }) {
      const row = {
        tokenHash: sha256Hex(token),
        email: identifier,
        createdAt: ctx.now,
        expiresAt: expires.getTime() + ctx.clockOffsetMs,
      };
      await storeWithinLimits(ctx, row, network);
      const callbackUrl = new URL(url).searchParams.get("callbackUrl") ?? ctx.config.origin;
      const secrets = new URLSearchParams({ token, email: identifier, callbackUrl });
      const link = `${ctx.config.origin}/verify-request#${secrets}`;
      await sendSignInEmail(ctx, { to: identifier, url: link });
    },
  };
}

/**
 * Stores a link's token. The limits are conditions of the statement that counts the link, so concurrent requests can't
 * exceed them.
 * @throws `rate_limited`; it says the same whether the address is known or not
 */
async function storeWithinLimits(
  ctx: Ctx,
  row: EmailTokenRow,
  network: string | null,
): Promise<void> {
  const request = toCountedRequest(ctx, { email: row.email, network });
  const [, , counted] = await commit(ctx.db, [
    deleteExpiredEmailTokens(ctx.db, ctx.now),
    deleteOldEmailLinkRequests(ctx.db, ctx.now - keptMsOf("sign_in_counts", ctx.config)),
    insertEmailLinkRequest(row, request, LINK_LIMITS),
    insertEmailTokenIfCounted(row),
  ]);
  refuseUncounted(counted, "too many sign-in links");
}

/** Neither the address nor the network is stored in clear. */
function toCountedRequest(ctx: Ctx, { email, network }: { email: string; network: string | null }) {
  const hashOf = (text: string) => signText(ctx.config.auth.secrets, "email-link budget", text);
  return {
    emailHash: hashOf(email),
    networkHash: network === null ? null : hashOf(network),
    after: ctx.now - HOUR,
  };
}

function refuseUncounted(counted: D1Result | undefined, reason: string): void {
  if (counted?.meta.changes === 0)
    throw fail("rate_limited", { reason, retryAfterSeconds: LINK_LIFETIME_MS / SECOND });
}

/**
 * Counts an email that somebody wants sent to an address which nobody has verified, as the links are counted.
 * @param input.network of the request, as rate limits count it; null if it has no IP address
 * @throws `rate_limited`; it says the same whether the address is known or not
 */
export async function countUnverifiedEmail(
  ctx: Ctx,
  { email, network }: { email: string; network: string | null },
): Promise<void> {
  const row = { tokenHash: sha256Hex(newToken()), email, createdAt: ctx.now, expiresAt: ctx.now };
  const [, counted] = await commit(ctx.db, [
    deleteOldEmailLinkRequests(ctx.db, ctx.now - keptMsOf("sign_in_counts", ctx.config)),
    insertEmailLinkRequest(row, toCountedRequest(ctx, { email, network }), LINK_LIMITS),
  ]);
  refuseUncounted(counted, "too many emails to unverified addresses");
}

/** Sends the link, in the language of the page that asked for it. */
async function sendSignInEmail(ctx: Ctx, email: { to: string; url: string }): Promise<void> {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return;
  // The messages are loaded with the first email, not with the Worker.
  const { renderSignInEmail } = await import("./sign-in-email.ts");
  const minutes = LINK_LIFETIME_MS / MINUTE;
  const message = await renderSignInEmail(ctx, { ...email, minutes });
  await deliverEmail(sender, { to: email.to, ...message });
}

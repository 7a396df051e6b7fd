import type { EmailConfig } from "@auth/core/providers/email";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newToken, sha256Hex } from "../../lib/crypto.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { deliverEmail } from "../../email/deliver-email.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { countEmailTokens, deleteExpiredEmailTokens, insertEmailToken } from "./store.ts";

/** The provider id of sign-in by email, used in callback URLs and stored identities. */
export const EMAIL_PROVIDER = "email";

const LINK_LIFETIME_MS = 15 * MINUTE;
/** Maximum unexpired links per email address, across all requests. */
const MAX_LINKS_PER_EMAIL = 5;

/**
 * Returns the email provider if the shop has an email sender. The link opens a page with a button, and its secrets
 * follow the `#`: email scanners that open links use nothing up, and the secrets appear in no log or referrer.
 */
export function createEmailProvider(ctx: Ctx): EmailConfig | undefined {
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
      if ((await countEmailTokens(ctx.db, identifier, ctx.now)) >= MAX_LINKS_PER_EMAIL) return;
      const tokenHash = sha256Hex(token);
      await commit(ctx.db, [
        deleteExpiredEmailTokens(ctx.db, ctx.now),
        insertEmailToken(ctx.db, {
          tokenHash,
          email: identifier,
          createdAt: ctx.now,
          expiresAt: expires.getTime(),
        }),
      ]);
      const callbackUrl = new URL(url).searchParams.get("callbackUrl") ?? ctx.config.origin;
      const secrets = new URLSearchParams({ token, email: identifier, callbackUrl });
      const link = `${ctx.config.origin}/verify-request#${secrets}`;
      await sendSignInEmail(ctx, identifier, link);
    },
  };
}

async function sendSignInEmail(ctx: Ctx, to: string, link: string): Promise<void> {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return;
  const { name } = await readShopSettings(ctx);
  const lines = [
    `Open this link and press the button to sign in to ${name}:`,
    link,
    "It works once, for 15 minutes. If you did not ask for it, ignore this message: nobody can sign in without it.",
  ];
  await deliverEmail(sender, { to, subject: `Sign in to ${name}`, text: lines.join("\n\n") });
}

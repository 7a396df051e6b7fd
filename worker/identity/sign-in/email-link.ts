import type { EmailConfig } from "@auth/core/providers/email";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { newToken, sha256Hex } from "../../lib/crypto.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { deliverEmail } from "../../email/deliver-email.ts";
import { readShop } from "../../settings/shop-settings.ts";
import { countEmailTokens, deleteExpiredEmailTokens, insertEmailToken } from "./store.ts";

/** The id of signing in by email: in callback URLs and in identities. */
export const EMAIL_PROVIDER = "email";

const LINK_MS = 15 * MINUTE;
/** How many links one address gets within their life, whoever asks for them. */
const LINKS_PER_ADDRESS = 5;

/**
 * Signing in by a link, for shops with an email sender. The link leads to a page with a button, its secrets behind the
 * `#`: scanners that follow links use nothing up, and no log or referrer has them.
 */
export function emailProvider(ctx: Ctx): EmailConfig | undefined {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return undefined;
  return {
    id: EMAIL_PROVIDER,
    type: "email",
    name: "Email",
    from: sender.from,
    maxAge: LINK_MS / SECOND,
    generateVerificationToken: newToken,
    // The token alone is hashed: it is random enough, and a rotation of the shop's secret leaves links alive.
    secret: "",
    // The route has done it.
    normalizeIdentifier: (email) => email,
    async sendVerificationRequest({ identifier, token, url, expires }) {
      if ((await countEmailTokens(ctx.db, identifier, ctx.now)) >= LINKS_PER_ADDRESS) return;
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
      await sendEmail(ctx, identifier, link);
    },
  };
}

async function sendEmail(ctx: Ctx, to: string, link: string): Promise<void> {
  const sender = ctx.config.auth.emailSender;
  if (!sender) return;
  const { name } = await readShop(ctx);
  const lines = [
    `Open this link and press the button to sign in to ${name}:`,
    link,
    "It works once, for 15 minutes. If you did not ask for it, ignore this message: nobody can sign in without it.",
  ];
  await deliverEmail(sender, { to, subject: `Sign in to ${name}`, text: lines.join("\n\n") });
}

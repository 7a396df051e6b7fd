import type { ClaimRow } from "./store.ts";
import type { Ctx } from "../context.ts";
import { sha256Hex, signText } from "../lib/crypto.ts";

const PURPOSE = "gift link";

/**
 * Returns the secret of the link in the email about a gift. It can be made again when the email is written, so that the
 * database has only its hash. Another address has another secret.
 */
export const makeLinkSecret = (ctx: Ctx, claim: Pick<ClaimRow, "id" | "email">): string =>
  signText(ctx.config.auth.secrets, PURPOSE, toText(claim));

/** Returns the secret that the stored hash is of; null if it was made with a secret of the shop that is gone. */
export function findLinkSecret(
  ctx: Ctx,
  claim: Pick<ClaimRow, "id" | "email" | "secretHash">,
): string | null {
  const made = ctx.config.auth.secrets.map((secret) => signText([secret], PURPOSE, toText(claim)));
  return made.find((secret) => sha256Hex(secret) === claim.secretHash) ?? null;
}

const toText = ({ id, email }: Pick<ClaimRow, "id" | "email">) => `${id} ${email ?? ""}`;

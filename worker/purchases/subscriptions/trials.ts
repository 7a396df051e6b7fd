import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { listIdentitiesOfUser } from "../../identity/sign-in/store.ts";
import { signText } from "../../lib/crypto.ts";
import { findTrialTombstone, hasTrialed, insertTrialTombstone } from "./store.ts";

/**
 * Whether the user has had a trial in this mode, or somebody who signed in with one of the user's identities had one
 * and then deleted that account or unlinked the identity. Each person gets only one trial.
 */
export async function hasUsedTrial(ctx: Ctx, input: { userId: string }): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  if (await hasTrialed(ctx.db, input.userId, mode)) return true;
  const hashes = (await listHashes(ctx, input)).flat();
  return hashes.length > 0 && (await findTrialTombstone(ctx.db, hashes)) !== undefined;
}

/**
 * Returns the writes that remember a user's trial by their identities, for when the account or one of the identities
 * goes away. None if the user never had a trial. Only a keyed hash of issuer and subject is kept.
 */
export async function rememberTrial(ctx: Ctx, input: { userId: string }): Promise<Statement[]> {
  if (!(await hasUsedTrial(ctx, input))) return [];
  return (await listHashes(ctx, input)).map(([newest]) =>
    insertTrialTombstone(ctx.db, { hash: newest!, createdAt: ctx.now }),
  );
}

/** Returns the hashes of each of the user's identities: one for each secret, so that they outlast a rotation. */
async function listHashes(ctx: Ctx, input: { userId: string }): Promise<string[][]> {
  const { mode } = ctx.config.stripe;
  const rows = await listIdentitiesOfUser(ctx.db, input.userId);
  return rows.map(({ issuer, subject }) =>
    ctx.config.auth.secrets.map((secret) =>
      signText([secret], "trial", JSON.stringify([mode, issuer, subject])),
    ),
  );
}

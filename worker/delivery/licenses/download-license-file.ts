import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { issueLicenseFile } from "./issue-license-file.ts";
import { findActivation, findOwnKey } from "./store.ts";

/**
 * Issues a license file for one of the user's own keys.
 * @param input.activationId the device; optional if activations are unlimited
 * @returns the file's text, a file name, and when it expires (ISO 8601)
 * @throws `not_found`, `license_files_unavailable`, `license_key_unusable`
 */
export async function downloadLicenseFile(
  ctx: UserCtx,
  input: { id: string; activationId?: string },
): Promise<{ file: string; fileName: string; expiresAt: string }> {
  const found = await findOwnKey(ctx.db, { id: input.id, userId: ctx.actor.userId });
  if (!found) throw fail("not_found", { reason: "no active key of this user" });
  const activation = input.activationId
    ? await findActivation(ctx.db, { id: input.activationId, licenseKeyId: found.key.id })
    : undefined;
  if (input.activationId && !activation)
    throw fail("not_found", { reason: "no such activation of the key" });

  const answer = await issueLicenseFile(ctx, {
    keyHash: found.key.keyHash,
    fingerprint: activation?.fingerprint,
  });
  if (answer.file === null || answer.fileExpiresAt === null)
    throw fail("license_key_unusable", { reason: answer.code });
  return {
    file: answer.file,
    fileName: `${answer.license?.product?.slug ?? "license"}.license`,
    expiresAt: answer.fileExpiresAt,
  };
}

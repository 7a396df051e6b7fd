import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { issueLicenseFile } from "./issue-license-file.ts";
import { findActivation, findOwnKey } from "./store.ts";

/**
 * A license file for a key of one's own.
 * @param input.activationId the device it is for; not needed where any number may be activated
 * @returns the file's text, a name to save it under, and until when it holds (ISO 8601)
 * @throws `not_found`, `license_files_unavailable`, `license_key_unusable`
 */
export async function downloadLicenseFile(
  ctx: UserCtx,
  input: { id: string; activationId?: string },
): Promise<{ file: string; fileName: string; expiresAt: string }> {
  const own = await findOwnKey(ctx.db, { id: input.id, userId: ctx.actor.userId });
  if (!own) throw fail("not_found", { reason: "no living key of this person" });
  const activation = input.activationId
    ? await findActivation(ctx.db, { id: input.activationId, licenseKeyId: own.key.id })
    : undefined;
  if (input.activationId && !activation)
    throw fail("not_found", { reason: "no such activation of the key" });

  const answer = await issueLicenseFile(ctx, {
    keyHash: own.key.keyHash,
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

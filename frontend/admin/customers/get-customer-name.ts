import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** Returns a user's name, or else the email. Deleted users have neither. */
export function getCustomerName(
  i18n: I18n,
  { name, email, status }: { name: string | null; email: string | null; status?: string },
): string {
  return name ?? email ?? i18n._(status === "deleted" ? msg`Deleted account` : msg`No name`);
}

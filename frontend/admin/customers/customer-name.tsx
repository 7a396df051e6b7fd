import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** A link to a customer, by name, email or id; a dash without a customer. */
export function CustomerLink({
  of: { userId, userName, userEmail },
}: {
  of: { userId: string | null; userName: string | null; userEmail: string | null };
}) {
  if (userId === null) return "–";
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}

/** Returns a user's name, or else the email. Deleted users have neither. */
export function getCustomerName(
  i18n: I18n,
  { name, email, status }: { name: string | null; email: string | null; status?: string },
): string {
  return name ?? email ?? i18n._(status === "deleted" ? msg`Deleted account` : msg`No name`);
}

import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";

/** A link to a customer, by name, email or id; a dash without a customer. */
export function CustomerLink({
  of: { userId, userName, userEmail },
}: {
  of: { userId: string | null; userName: string | null; userEmail: string | null };
}) {
  if (userId === null) return "–";
  return <Link href={consolePaths.customer(userId)}>{userName ?? userEmail ?? userId}</Link>;
}

/** Returns a user's name, or else the email. Deleted users have neither. */
export function getCustomerName({
  name,
  email,
  status,
}: {
  name: string | null;
  email: string | null;
  status?: string;
}): string {
  return name ?? email ?? (status === "deleted" ? "Closed account" : "No name");
}

/** What somebody is called: by name, else by email; a closed account has neither. */
export function nameOf({
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

import { formatDate, formatDateTime, formatRelativeTime } from "../../ui/format-time.ts";
import type { ApiKey } from "./queries.ts";

const DAY = 86_400_000;
/** Also the time from which the doctor warns. */
const EXPIRES_SOON_MS = 14 * DAY;

/** How long a new key works, in days; "" until it is revoked. */
export const lifetimeOptions = [
  { value: "", label: "Until it is revoked" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
];

/** How long the old key works next to the new one, in milliseconds. */
export const overlapOptions = [
  { value: "0", label: "No time: it stops immediately" },
  { value: String(DAY / 24), label: "1 hour" },
  { value: String(DAY), label: "24 hours" },
  { value: String(7 * DAY), label: "7 days" },
];

/** Describes whether a key works, and until when. */
export function describeKeyStatus(
  { status, expiresAt }: Pick<ApiKey, "status" | "expiresAt">,
  now: number,
): string {
  switch (status) {
    case "revoked":
      return "Revoked";
    case "expired":
      return "Expired";
    case "replaced":
      return `Rolled, works until ${formatDateTime(expiresAt ?? now)}`;
    case "live":
      if (expiresAt === null) return "Active";
      return expiresAt - now < EXPIRES_SOON_MS
        ? `Expires soon, on ${formatDate(expiresAt)}`
        : `Active until ${formatDate(expiresAt)}`;
  }
}

/** Describes when a key was last used. The server notes it once an hour. */
export function describeLastUse(lastUsedAt: number | null, now: number): string {
  if (lastUsedAt === null) return "Never";
  return now - lastUsedAt < DAY / 24 ? "Within the last hour" : formatRelativeTime(lastUsedAt, now);
}

import type { Purchase } from "./plain-content.ts";

/** Every page of the app that has a version without scripts has it below this path. */
export const PLAIN_PREFIX = "/plain";

/**
 * Returns the sign-in page that returns to this path of the shop.
 * @param loginHint the email that it suggests; null for none
 */
export function toSignInPath(returnPath: string, loginHint: string | null = null): string {
  const hint = loginHint !== null && { login_hint: loginHint };
  return `/signin?${new URLSearchParams({ callbackUrl: returnPath, ...hint })}`;
}

/** Returns the product page that continues with a purchase after the sign-in, where scripts run. */
export function toResumePath({ slug }: { slug: string }, purchase: Purchase): string {
  return `/p/${slug}?${new URLSearchParams({ buy: purchase.priceId, ...toParams(purchase) })}`;
}

/** What a purchase has besides its price. */
const toParams = ({ quantity, addOnIds = [] }: Purchase): Record<string, string> => ({
  ...(quantity !== undefined && { seats: String(quantity) }),
  ...(addOnIds.length > 0 && { with: addOnIds.join(",") }),
});

/** Returns the path of the page that asks to confirm a purchase, where no scripts run. */
export function toConfirmPath(purchase: Purchase): string {
  return `/buy?${new URLSearchParams({ price: purchase.priceId, ...toParams(purchase) })}`;
}

/**
 * Returns the path to return to without scripts. A purchase can't continue there without a click, so the page that asks
 * to confirm takes the place of the product; a members-only page is drawn for its reader.
 */
export function toPlainReturnPath(returnPath: string): string {
  const { pathname, searchParams } = new URL(returnPath, "https://shop.invalid");
  if (pathname.startsWith("/read/")) return `${PLAIN_PREFIX}${pathname}`;
  const priceId = searchParams.get("buy");
  if (!pathname.startsWith("/p/") || !priceId) return returnPath;
  const quantity = Number(searchParams.get("seats") ?? Number.NaN);
  return toConfirmPath({
    priceId,
    ...(Number.isInteger(quantity) && { quantity }),
    addOnIds: searchParams.get("with")?.split(","),
  });
}

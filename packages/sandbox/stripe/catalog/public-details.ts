import type { Account } from "../account.ts";
import type { PublicDetailsRow } from "../store/rows.ts";

/** There is one row per account, with this id. */
const detailsId = "public_details";

/** Returns the URL of the terms of service. A new account has none. */
export function getTermsUrl(account: Account): string | null {
  return account.objects.find("public_details", detailsId)?.terms_of_service_url ?? null;
}

/** Sets the URL of the terms of service. At Stripe this is in the dashboard, under Public details. */
export function setTermsUrl(account: Account, url: string | null): void {
  const row: PublicDetailsRow = {
    id: detailsId,
    object: "public_details",
    terms_of_service_url: url,
  };
  if (account.objects.find("public_details", detailsId))
    account.objects.update("public_details", row);
  else account.objects.insert("public_details", row);
}

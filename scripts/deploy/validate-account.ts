import type { CloudflareAccount } from "./cloudflare-api.ts";
import { findNearbyRegion, type DataPlace } from "./data-place.ts";
import type { ShopToDeploy } from "./deploy-shop.ts";
import { printNotice } from "./report.ts";
import { describeMissingPlace, findDatabase } from "./resources.ts";
import type { Settings } from "./settings.ts";

/** No subdomain of workers.dev is registered. */
const NO_SUBDOMAIN = 10007;

/**
 * Checks what can only be seen in the account, before anything in it is changed: that the shop's host is the Worker's, and
 * that a shop without a database has a place for it. Only reads.
 * @param input.choosePlace asks where the data of a new shop should be; undefined if nobody can be asked
 * @returns the settings, with the place that was chosen
 * @throws Error that names the setting that is wrong or missing
 */
export async function validateAccount(
  account: CloudflareAccount,
  { name, settings }: ShopToDeploy,
  input: { choosePlace?: (() => Promise<DataPlace>) | undefined } = {},
): Promise<Settings> {
  const { hostname } = new URL(settings.config.origin);
  if (hostname.endsWith(".workers.dev")) await checkSubdomain(account, { name, hostname });
  if (await findDatabase(account, name)) return settings;
  const place = settings.place ?? (await input.choosePlace?.());
  if (!place) throw new Error(describeMissingPlace(`The database ${name}`));
  if (!settings.placementRegion && settings.vars["READ_REPLICAS"] !== "on")
    printNotice(
      `If many customers are far from the database, PLACEMENT_REGION=${findNearbyRegion(place)} runs the shop beside it. docs/guides/deploy.md says what that costs the others.`,
    );
  return { ...settings, place };
}

async function checkSubdomain(
  account: CloudflareAccount,
  { name, hostname }: { name: string; hostname: string },
): Promise<void> {
  const answer = await account.send<{ subdomain: string }>("GET", "/workers/subdomain");
  if (!answer.ok && answer.codes.includes(NO_SUBDOMAIN))
    throw new Error(
      "Your account has no subdomain of workers.dev yet. Open Workers & Pages in Cloudflare's dashboard once, or use a domain of your own in AUTH_URL",
    );
  // A token may lack the right to read it: wrangler's report is compared after the deployment, too.
  if (!answer.ok) return;
  const expected = `${name}.${answer.result.subdomain}.workers.dev`;
  if (hostname !== expected)
    throw new Error(
      `The configuration is refused. AUTH_URL: your account serves this Worker at ${expected}, not at ${hostname}`,
    );
}

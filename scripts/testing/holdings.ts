import { createHash } from "node:crypto";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { buyAs } from "../seed/purchases.ts";
import { requestJson, signIn, type HttpSession } from "../shop/http-session.ts";

/**
 * What a customer and the customer's programs got from a shop, and keep outside of it. All of it must work in the same
 * shop after a restore.
 */
export type Holdings = {
  origin: string;
  email: string;
  session: HttpSession;
  licenseKey: string;
  /** A device that the key is activated for. */
  fingerprint: string;
  licenseFile: string;
  /** The newest version of a file that was bought. */
  fileVersionId: string;
  apiKey: string;
  giftSecret: string;
  checkoutLinkId: string;
};

type Library = {
  entries: {
    product: { id: string };
    benefits: { license?: { key: string } | null; files?: { newest: { id: string } }[] }[];
  }[];
};

async function callApi<Answer>(
  { origin, apiKey }: Pick<Holdings, "origin" | "apiKey">,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

/**
 * Buys a product that has a license key and a file, and gets everything that there is to keep.
 * @param shop.owner the address of an owner, who creates the API key
 */
export async function collectHoldings(shop: {
  origin: string;
  sandboxUrl: string;
  product: Parameters<typeof buyAs>[2];
  owner: string;
  email: string;
}): Promise<Holdings> {
  const { origin, email } = shop;
  const owner = await signIn(origin, shop.owner);
  const { secret: apiKey } = await requestJson<{ secret: string }>(
    owner,
    "POST",
    "/api/admin/developers/keys",
    { name: "Kept", scopes: ["customers:read", "gifts:write", "checkouts:write"] },
  );
  const session = await signIn(origin, email);
  await buyAs(session, shop.sandboxUrl, shop.product);
  const { entries } = await requestJson<Library>(session, "GET", "/api/me/library");
  const benefits = entries.flatMap((entry) => entry.benefits);
  const licenseKey = benefits.find(({ license }) => license)?.license?.key ?? "";
  const fingerprint = "a device";
  const device = { key: licenseKey, fingerprint };
  await callApi({ origin, apiKey }, "POST", "/licenses/activate", device);
  type File = { file: string };
  const { file } = await callApi<File>({ origin, apiKey }, "POST", "/licenses/file", device);
  const product = entries[0]?.product.id;
  const gift = { byLink: true, product };
  type Gift = { claimUrl: string };
  const { claimUrl } = await callApi<Gift>({ origin, apiKey }, "POST", "/gifts", gift);
  type Link = { id: string };
  const link = await callApi<Link>({ origin, apiKey }, "POST", "/checkouts", { product });
  return {
    origin,
    email,
    session,
    licenseKey,
    fingerprint,
    licenseFile: file,
    fileVersionId: benefits.flatMap(({ files = [] }) => files)[0]?.newest.id ?? "",
    apiKey,
    giftSecret: new URL(claimUrl, origin).hash.slice(1),
    checkoutLinkId: link.id,
  };
}

/** Downloads the file that was bought. Do it before `readHoldings`: the library shows when it was. */
export async function readDownload({ origin, session, fileVersionId }: Holdings) {
  // A link works for five minutes, which a test may take.
  const linkPath = `/api/me/downloads/${fileVersionId}/links`;
  const { url } = await requestJson<{ url: string }>(session, "POST", linkPath);
  const answer = await session.fetch(new URL(url, origin).pathname);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return {
    status: answer.status,
    size: bytes.length,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  };
}

/**
 * Asks the shop for everything else that somebody holds.
 * @returns what it answers, to compare with what another shop answers
 * @throws Error if the shop refuses one of them
 */
export async function readHoldings(holdings: Holdings): Promise<Record<string, unknown>> {
  const { origin, email, session, licenseKey, fingerprint } = holdings;
  const keys = await fetch(`${origin}/.well-known/jwks.json`);
  const jwks = createLocalJWKSet((await keys.json()) as JSONWebKeySet);
  const { payload } = await jwtVerify(holdings.licenseFile, jwks, { issuer: origin });
  const { data } = await callApi<{ data: { id: string }[] }>(
    holdings,
    "GET",
    `/customers?email=${encodeURIComponent(email)}`,
  );
  // Without how far the feed is, which others move.
  const { sequence: _, ...state } = await callApi<{ sequence: number }>(
    holdings,
    "GET",
    `/customers/${data[0]?.id}/state`,
  );
  return {
    library: await requestJson<Library>(session, "GET", "/api/me/library"),
    license: await callApi(holdings, "POST", "/licenses/validate", {
      key: licenseKey,
      fingerprint,
    }),
    licenseFile: payload,
    state,
    gift: await requestJson(session, "POST", "/api/me/gift-links", { secret: holdings.giftSecret }),
    checkoutLink: await requestJson(
      session,
      "GET",
      `/api/me/checkout-links/${holdings.checkoutLinkId}`,
    ),
  };
}

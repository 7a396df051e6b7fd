import { buyAs } from "../../seed/purchases.ts";
import { requestJson, signIn, type HttpSession } from "../../shop/http-session.ts";

/** The owner of a shop creates a product for 29 dollars, and publishes it. @param owner the owner's email address */
export async function sellHandbook(origin: string, owner: string): Promise<void> {
  const seller = await signIn(origin, owner);
  const { id } = await requestJson<{ id: string }>(seller, "POST", "/api/admin/products", {
    slug: "handbook",
    name: "Handbook",
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
    benefits: [{ benefit: { type: "feature", name: "Archive", settings: { key: "archive" } } }],
  });
  await requestJson(seller, "PUT", `/api/admin/products/${id}/status`, { status: "published" });
}

let buyers = 0;

/**
 * Signs in as a user, pays for the handbook, and returns to the shop. Each buyer comes from an address of their own: from
 * one, the shop lets 60 people sign in a minute.
 * @throws Error if any of it fails
 */
export async function buyHandbook(
  shop: { origin: string; sandboxUrl: string },
  email: string,
): Promise<HttpSession> {
  buyers += 1;
  const address = `198.51.${100 + (buyers >> 8)}.${buyers & 255}`;
  const buyer = await signIn(shop.origin, email, { "cf-connecting-ip": address });
  await buyAs(buyer, shop.sandboxUrl, { slug: "handbook", interval: null });
  return buyer;
}

/** Returns the names of the products that a user has. */
export async function listLibrary(buyer: HttpSession): Promise<string[]> {
  type Library = { entries: { product: { name: string } }[] };
  const { entries } = await requestJson<Library>(buyer, "GET", "/api/me/library");
  return entries.map(({ product }) => product.name);
}

import { requestJson, signIn } from "../../shop/http-session.ts";

// Run by a test in a process of its own, which reaches the stand-ins at the real URLs: the owner of a new shop sells
// the first product. Prints what the buyer has then.
const [shopUrl = "", sandboxUrl = "", ownerEmail = ""] = process.argv.slice(2);

const owner = await signIn(shopUrl, ownerEmail);
const { id } = await requestJson<{ id: string }>(owner, "POST", "/api/admin/products", {
  slug: "handbook",
  name: "Handbook",
  tagline: "",
  description: "",
  prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
  benefits: [],
});
await requestJson(owner, "PUT", `/api/admin/products/${id}/status`, { status: "published" });

const buyer = await signIn(shopUrl, "first-buyer@example.org");
type Shop = { products: { prices: { id: string }[] }[] };
const shop = await requestJson<Shop>(buyer, "GET", "/api/shop");
const checkout = await requestJson<{ id: string; url: string }>(
  buyer,
  "POST",
  "/api/me/checkouts",
  {
    priceId: shop.products[0]?.prices[0]?.id,
  },
);
const paid = await fetch(
  `${sandboxUrl}/_sandbox/checkout/${new URL(checkout.url).pathname.split("/").at(-1)}/pay`,
  {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ card: "4242424242424242" }),
  },
);
if (!paid.ok) throw new Error(`The payment answered ${paid.status}: ${await paid.text()}`);
await requestJson(buyer, "POST", `/api/me/checkouts/${checkout.id}/confirmation`);
const library = await requestJson<{ entries: { product: { name: string } }[] }>(
  buyer,
  "GET",
  "/api/me/library",
);
console.log(JSON.stringify(library.entries));

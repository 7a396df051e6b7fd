import { crc32, inflateRawSync } from "node:zlib";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { toUtcDay } from "../../lib/time.ts";
import { listAllByTime } from "../../purchases/payments/store-packs.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { eInvoiceSettings } from "../../settings/e-invoice-settings.ts";
import { saveShopDetails } from "../../settings/shop-settings.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { bookTaxCode, collectTax, sellThroughLink } from "../../testing/fixtures/tax.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import type { NewProduct } from "../products/schema.ts";
import { exportDailyTotals } from "./export-daily-totals.ts";
import { exportEInvoices } from "./export-e-invoices.ts";

// The settings are the whole shop's, and a month has everything that was sold in it.
beforeEach(emptyDatabase);

const thisMonth = () => ({ month: toUtcDay(Date.now()).slice(0, 7), timeZone: "UTC" });

type Price = NonNullable<NewProduct["prices"]>[number];
const once = (amountMinor: number, currency: string) =>
  ({ type: "one_time", amountMinor, currency }) as Price;

async function buy(shop: TestShop, price: Price, country = "US") {
  const product = { taxCode: bookTaxCode, prices: [price] };
  const { prices } = await shop.createPublishedProduct(product);
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  await shop.pay(checkout.url, undefined, { country });
  const { id: customerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await sync();
  return { userId, sync };
}

/** Reads the cells of a CSV file that has no quotes, by the headings. */
function readCells(csv: string): Record<string, string>[] {
  const [headings = [], ...rows] = csv
    .replace("\uFEFF", "")
    .trim()
    .split("\r\n")
    .map((row) => row.split(","));
  return rows.map((row) => Object.fromEntries(headings.map((name, at) => [name, row[at]!])));
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0);

async function readAudit(name: string) {
  const { results } = await env.DB.prepare(
    "SELECT after FROM audit_entries WHERE action = 'list.exported' AND target_id = ?",
  )
    .bind(name)
    .all<{ after: string }>();
  return results.map(({ after }) => JSON.parse(after) as object);
}

it("the daily totals of a month add up to its payments and refunds, and split them by tax", async () => {
  const shop = openTestShop();
  await collectTax(shop, "exclusive");
  const { userId, sync } = await buy(shop, once(9999, "usd"));
  const [order] = await listOrders(shop.ctx(), { userId });
  const intent = order!.stripePaymentIntentId!;
  await shop.ctx().stripe.refunds.create({ payment_intent: intent, amount: 3333 });
  await sync();
  await buy(shop, { ...monthly, amountMinor: 777 });
  await buy(shop, once(1001, "jpy"));
  await buy(shop, once(5000, "eur"), "DE");
  await sellThroughLink(shop);
  await buy(shop, once(2500, "usd"));

  const waits: number[] = [];
  const ctx = { ...shop.ctx(), wait: async (ms: number) => void waits.push(ms) };
  // As if Stripe had enough of the requests for a moment.
  await shop.control("faults", { match: "GET /v1/invoices", times: 1, status: 429 });
  const rows = readCells(await exportDailyTotals(ctx, thisMonth()).text());
  expect(waits).toEqual([2000]);
  const day = toUtcDay(Date.now());
  expect(rows.map((row) => Object.values(row).join(" "))).toEqual([
    `${day} DE EUR No tax calculated  50.00 0.00 50.00 0.00 0.00`,
    `${day} US JPY Taxed 20 1001 200 1201 0 0`,
    `${day} US USD Sold by Link    30.00 0.00 `,
    `${day} US USD Taxed 20 107.76 21.55 129.31 33.33 5.56`,
  ]);
  const span = { since: 0, until: Date.now() * 2, after: undefined, limit: 100 };
  const payments = (await listAllByTime(ctx.db, "test", span)).map(({ payment }) => payment);
  for (const [currency, digits] of [
    ["usd", 2],
    ["eur", 2],
    ["jpy", 0],
  ] as const) {
    const sumCells = (name: string) =>
      sumOf(
        rows
          .filter((row) => row["Currency"] === currency.toUpperCase())
          .map((row) => Math.round(Number(row[name]) * 10 ** digits)),
      );
    const own = payments.filter((payment) => payment.currency === currency);
    expect(sumCells("Gross")).toBe(sumOf(own.map(({ amountMinor }) => amountMinor)));
    expect(sumCells("Refunded")).toBe(sumOf(own.map(({ refundedMinor }) => refundedMinor)));
  }
  expect(await readAudit(`daily-totals-${thisMonth().month}`)).toMatchObject([
    { rows: 4, isComplete: true, timeZone: "UTC" },
  ]);
});

describe("the e-invoices of a month", () => {
  async function offerEInvoices(shop: TestShop) {
    const details = { name: "Tidewater", line: "", supportEmail: "help@tidewater.example" };
    await saveShopDetails(shop.ctx(), details);
    await eInvoiceSettings.save(shop.ctx(), {
      offered: true,
      name: "Tidewater GmbH",
      street: "Hafenstraße 1",
      postalCode: "20457",
      city: "Hamburg",
      country: "DE",
      vatId: "DE123456789",
      phone: "+49 40 123456",
      exemption: "",
    });
  }

  /** Unpacks an archive by its directory, and checks the sizes and checksums of its files. */
  function unzip(archive: ArrayBuffer): Record<string, string> {
    const bytes = Buffer.from(archive);
    const end = bytes.length - 22;
    expect(bytes.readUInt32LE(end)).toBe(0x06054b50);
    const files: Record<string, string> = {};
    let at = bytes.readUInt32LE(end + 16);
    for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
      expect(bytes.readUInt32LE(at)).toBe(0x02014b50);
      const [checksum, packed, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field));
      const nameLength = bytes.readUInt16LE(at + 28);
      const name = bytes.toString("utf8", at + 46, at + 46 + nameLength);
      const local = bytes.readUInt32LE(at + 42);
      expect(bytes.readUInt32LE(local)).toBe(0x04034b50);
      const start = local + 30 + nameLength;
      const content = inflateRawSync(bytes.subarray(start, start + packed!));
      expect([content.length, crc32(content)]).toEqual([size, checksum]);
      files[name] = content.toString();
      at += 46 + nameLength;
    }
    expect(at).toBe(end);
    return files;
  }

  it("the archive has each invoice and credit note, and its list says why others are missing", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    await offerEInvoices(shop);
    await buy(shop, once(10_000, "usd"));
    const { stripe } = shop.ctx();
    const [invoice] = (await stripe.invoices.list()).data;
    await stripe.creditNotes.create({
      invoice: invoice!.id,
      lines: [
        { type: "invoice_line_item", invoice_line_item: invoice!.lines.data[0]!.id, amount: 5000 },
      ],
      out_of_band_amount: 6000,
    });
    await buy(shop, once(900, "usd"), "DE");
    await sellThroughLink(shop);
    await buy(shop, monthly);

    const files = unzip(await (await exportEInvoices(shop.ctx(), thisMonth())).arrayBuffer());
    const { "list.csv": list, ...documents } = files;
    const number = invoice!.number!;
    expect(Object.keys(documents).toSorted()).toEqual([
      `credit-notes/${number}-CN-01.xml`,
      `invoices/${number}.xml`,
    ]);
    expect(documents[`invoices/${number}.xml`]).toContain(
      "<ram:GrandTotalAmount>120.00</ram:GrandTotalAmount>",
    );
    const credit = documents[`credit-notes/${number}-CN-01.xml`];
    expect(credit).toContain("<ram:TypeCode>381</ram:TypeCode>");
    expect(credit).toContain("<ram:GrandTotalAmount>60.00</ram:GrandTotalAmount>");
    expect(credit).toContain(`<ram:IssuerAssignedID>${number}</ram:IssuerAssignedID>`);
    expect(readCells(list!).map((row) => [row["Type"], row["Total"], row["Why not"]])).toEqual([
      ["Invoice", "10.80", "Link sold it."],
      ["Invoice", "9.00", expect.stringContaining("Stripe calculated no VAT")],
      ["Invoice", "120.00", ""],
      ["Credit note", "60.00", ""],
    ]);
    expect(await readAudit(`e-invoices-${thisMonth().month}`)).toMatchObject([
      { rows: 4, isComplete: true },
    ]);
  });

  it("another month has an empty list, and a shop that offers none is told where to turn them on", async () => {
    const shop = openTestShop();
    const export2020 = () => exportEInvoices(shop.ctx(), { month: "2020-02", timeZone: "UTC" });
    await expect(export2020()).rejects.toMatchObject({ fields: [{ path: "month" }] });
    await offerEInvoices(shop);
    const files = unzip(await (await export2020()).arrayBuffer());
    expect(Object.keys(files)).toEqual(["list.csv"]);
    expect(readCells(files["list.csv"]!)).toEqual([]);
  });

  it("a key that may not list credit notes still gets the invoices, and the list says so", async () => {
    const shop = openTestShop();
    await offerEInvoices(shop);
    await shop.control("faults", { match: "GET /v1/credit_notes*", times: 1, status: 403 });
    const files = unzip(await (await exportEInvoices(shop.ctx(), thisMonth())).arrayBuffer());
    expect(files["list.csv"]).toContain("The shop’s key may not list credit notes.");
    expect(await readAudit(`e-invoices-${thisMonth().month}`)).toMatchObject([{ rows: 1 }]);
  });
});

import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { bookTaxCode, collectTax, sellThroughLink } from "../../testing/fixtures/tax.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { showSubscription } from "../../admin/subscriptions/show-subscription.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { eInvoiceSettings } from "../../settings/e-invoice-settings.ts";
import { saveShopDetails } from "../../settings/shop-settings.ts";
import { listInvoices } from "../../shop/billing/list-invoices.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { toEInvoiceDocument, type EInvoiceDocument } from "./to-document.ts";
import { writeCii } from "./write-cii.ts";
import { writeAnyEInvoice, writeOwnEInvoice } from "./write-e-invoice.ts";

const seller = {
  offered: true,
  name: "Tidewater GmbH",
  street: "Hafenstraße 1",
  postalCode: "20457",
  city: "Hamburg",
  country: "DE",
  vatId: "DE123456789",
  phone: "+49 40 123456",
  exemption: "",
};

type Line = {
  amount: number;
  quantity?: number;
  discount?: number;
  tax?: number;
  behavior?: "inclusive" | "exclusive";
  reason?: string;
};

/** An invoice as Stripe has it, for a business in Berlin. */
function sampleInvoice(lines: Line[], change: Partial<Stripe.Invoice> = {}): Stripe.Invoice {
  const total = lines.reduce(
    (sum, { amount, discount = 0, tax = 0, behavior }) =>
      sum + amount - discount + (behavior === "inclusive" ? 0 : tax),
    0,
  );
  return {
    number: "TIDE-0007",
    status: "paid",
    created: 1_795_600_000,
    effective_at: 1_795_600_000,
    due_date: null,
    currency: "eur",
    total,
    amount_remaining: 0,
    customer_name: "Müller & Söhne <Berlin>",
    customer_email: "ann@example.com",
    customer_address: {
      line1: "Marktplatz 5",
      line2: null,
      postal_code: "10178",
      city: "Berlin",
      state: null,
      country: "DE",
    },
    customer_tax_ids: [{ type: "eu_vat", value: "DE987654321" }],
    status_transitions: { finalized_at: 1_795_600_000 },
    lines: {
      data: lines.map(({ amount, quantity = 1, discount = 0, tax, behavior, reason }) => ({
        amount,
        quantity,
        description: "A Map",
        period: { start: 1_795_600_000, end: 1_795_600_000 },
        discount_amounts: [{ amount: discount, discount: "di_1" }],
        taxes:
          tax === undefined
            ? []
            : [
                {
                  amount: tax,
                  tax_behavior: behavior ?? "exclusive",
                  taxability_reason: reason ?? "standard_rated",
                  taxable_amount: amount - discount,
                },
              ],
      })),
    },
    ...change,
  } as unknown as Stripe.Invoice;
}

const toDocument = (invoice: Stripe.Invoice) =>
  toEInvoiceDocument(invoice, { ...seller, email: "help@tidewater.example" });

/** What BR-CO-10 to BR-CO-17 of EN 16931 ask of the sums. Fails if one of them is broken. */
function expectSums({ lines, vats, netMinor, taxMinor, totalMinor, paidMinor }: EInvoiceDocument) {
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  expect(sum(lines.map((line) => line.netMinor))).toBe(netMinor);
  expect(sum(vats.map((vat) => vat.basisMinor))).toBe(netMinor);
  expect(sum(vats.map((vat) => vat.taxMinor))).toBe(taxMinor);
  expect(netMinor + taxMinor).toBe(totalMinor);
  expect(paidMinor).toBeLessThanOrEqual(Math.max(totalMinor, 0));
  for (const { category, percent, basisMinor, taxMinor: tax } of vats) {
    expect(category === "S" || (percent === 0 && tax === 0)).toBe(true);
    expect(Math.abs((basisMinor * percent) / 100 - tax)).toBeLessThanOrEqual(lines.length);
    const ofVat = lines.filter(({ vat }) => vat.category === category && vat.percent === percent);
    expect(sum(ofVat.map((line) => line.netMinor))).toBe(basisMinor);
  }
}

describe("the document", () => {
  it.each([
    ["one line with VAT on top", [{ amount: 10_000, tax: 1900 }]],
    ["VAT within the price", [{ amount: 11_900, tax: 1900, behavior: "inclusive" as const }]],
    [
      "two rates",
      [
        { amount: 10_000, tax: 1900 },
        { amount: 1999, tax: 140 },
      ],
    ],
    ["a discount", [{ amount: 3600, discount: 1000, tax: 494 }]],
    ["seats", [{ amount: 2700, quantity: 3, tax: 513 }]],
    [
      "a credit for unused time",
      [
        { amount: 1900, tax: 361 },
        { amount: -451, tax: -86 },
      ],
    ],
    ["the reverse charge", [{ amount: 10_000, tax: 0, reason: "reverse_charge" }]],
    ["an exempt customer", [{ amount: 10_000, tax: 0, reason: "customer_exempt" }]],
    ["a line that costs nothing", [{ amount: 0 }, { amount: 900, tax: 171 }]],
  ] satisfies [string, Line[]][])("the sums of %s agree, as EN 16931 asks", (_, lines) => {
    expectSums(toDocument(sampleInvoice(lines)));
  });

  it("a rate is the European one that explains the tax to the cent", () => {
    const rateOf = (amount: number, tax: number) =>
      toDocument(sampleInvoice([{ amount, tax }])).vats.map(({ percent }) => percent);
    expect([rateOf(99, 19), rateOf(1000, 55), rateOf(899, 73), rateOf(2900, 609)]).toEqual([
      [19],
      [5.5],
      [8.1],
      [21],
    ]);
  });

  it.each([
    ["a tax that is no VAT", sampleInvoice([{ amount: 100_000, tax: 8875 }]), "no rate of VAT"],
    ["no tax and no reason", sampleInvoice([{ amount: 900 }]), "calculated no VAT"],
    [
      "no address",
      sampleInvoice([{ amount: 900, tax: 171 }], { customer_address: null }),
      "address",
    ],
    ["a total of its own", sampleInvoice([{ amount: 900, tax: 171 }], { total: 900 }), "add up"],
    ["a void invoice", sampleInvoice([{ amount: 900, tax: 171 }], { status: "void" }), "paid"],
    [
      "a reverse charge without VAT id",
      sampleInvoice([{ amount: 900, tax: 0, reason: "reverse_charge" }], { customer_tax_ids: [] }),
      "VAT id",
    ],
  ])("no e-invoice is written of %s", (_, invoice, message) => {
    expect(() => toDocument(invoice)).toThrow(
      expect.objectContaining({
        fields: [{ path: "invoice", message: expect.stringContaining(message) }],
      }),
    );
  });

  it("a shop that charges no VAT says why on each e-invoice", () => {
    const exemption = "Steuerfrei nach § 19 UStG";
    const document = toEInvoiceDocument(sampleInvoice([{ amount: 900 }]), {
      ...seller,
      email: "help@tidewater.example",
      exemption,
      vatId: "41/234/56789",
    });
    expect(writeCii(document)).toContain(`<ram:ID schemeID="FC">41/234/56789</ram:ID>`);
    expect(writeCii(document)).toContain(`<ram:ExemptionReason>${exemption}</ram:ExemptionReason>`);
  });
});

describe("the file", () => {
  it("the file names both parties, escapes their names, and has every amount once", () => {
    const document = toDocument(sampleInvoice([{ amount: 10_000, tax: 1900 }]));
    const xml = writeCii(document);
    expect(xml).toContain("urn:xeinkauf.de:kosit:xrechnung_3.0");
    expect(xml).toContain("<ram:Name>Müller &amp; Söhne &lt;Berlin&gt;</ram:Name>");
    expect(xml).toContain(`<ram:ID schemeID="VA">DE987654321</ram:ID>`);
    expect(xml).toContain(`<ram:TaxTotalAmount currencyID="EUR">19.00</ram:TaxTotalAmount>`);
    expect(xml).toContain("<ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>");
    expect(xml).toContain("<ram:DuePayableAmount>0.00</ram:DuePayableAmount>");
    const french = { ...document, seller: { ...document.seller, country: "FR" } };
    expect(writeCii(french)).toContain("<ram:ID>urn:cen.eu:en16931:2017</ram:ID>");
  });
});

describe("an e-invoice of a purchase", () => {
  // The settings are the whole shop's.
  beforeEach(emptyDatabase);

  async function offerEInvoices(shop: TestShop) {
    await expect(eInvoiceSettings.save(shop.ctx(), seller)).rejects.toMatchObject({
      fields: [{ path: "offered" }],
    });
    const details = { name: "Tidewater", line: "", supportEmail: "help@tidewater.example" };
    await saveShopDetails(shop.ctx(), details);
    await eInvoiceSettings.save(shop.ctx(), seller);
  }

  async function buy(shop: TestShop) {
    const price = { type: "one_time", amountMinor: 10_000, currency: "usd" } as const;
    const bought = await payForNewProduct(shop, { taxCode: bookTaxCode, prices: [price] });
    await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
    const { data } = await shop.ctx().stripe.invoices.list();
    return { ...bought, choice: { invoiceId: data[0]!.id } };
  }

  it("the buyer and the team get the file, and nobody else", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    const { userId, choice } = await buy(shop);
    const notFound = { code: "not_found" };
    await expect(writeOwnEInvoice(shop.asUser(userId), choice)).rejects.toMatchObject(notFound);
    await offerEInvoices(shop);
    const { xml } = await writeOwnEInvoice(shop.asUser(userId), choice);
    expect(xml).toContain("<ram:GrandTotalAmount>120.00</ram:GrandTotalAmount>");
    expect((await writeAnyEInvoice(shop.ctx(), choice)).xml).toBe(xml);
    const { invoices } = await listInvoices(shop.asUser(userId), { limit: 10 });
    expect(invoices).toMatchObject([{ id: choice.invoiceId, hasEInvoice: true }]);
    const stranger = shop.asUser(await shop.createUser());
    await expect(writeOwnEInvoice(stranger, choice)).rejects.toMatchObject(notFound);
  });

  it("a subscription's page in the console lists its invoices with their e-invoices", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    await offerEInvoices(shop);
    const { invoices } = await showSubscription(shop.ctx(), await subscribe(shop));
    expect(invoices).toMatchObject([{ status: "paid", totalMinor: 1080, hasEInvoice: true }]);
    const { xml } = await writeAnyEInvoice(shop.ctx(), { invoiceId: invoices[0]!.id });
    expect(xml).toContain(`<ram:ID>${invoices[0]!.number}</ram:ID>`);
  });

  it("what Link sold has no e-invoice of the shop", async () => {
    const shop = openTestShop();
    await sellThroughLink(shop);
    await offerEInvoices(shop);
    const { userId, choice } = await buy(shop);
    await expect(writeOwnEInvoice(shop.asUser(userId), choice)).rejects.toThrow(
      "the invoice is Link's",
    );
    const { invoices } = await listInvoices(shop.asUser(userId), { limit: 10 });
    expect(invoices).toMatchObject([{ hasEInvoice: false }]);
  });
});

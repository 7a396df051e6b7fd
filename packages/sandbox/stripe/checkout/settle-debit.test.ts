import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const SUCCEEDS = "AT611904300234573201";
const FAILS = "AT861904300235473202";

type Purchase = Parameters<ReturnType<typeof createTestAccount>["openCheckout"]>[0];

/** Pays by debit, deletes the customer, and advances the clock past the bank's answer. */
async function deleteCustomerDuringDebit(iban: string, purchase: Purchase) {
  const { stripe, openCheckout, pay, control, events } = createTestAccount(sandbox);
  const session = await openCheckout({ currency: "eur", ...purchase });
  await pay(session.id, iban);
  await stripe.customers.del(session.customer as string);
  await control("clock", { advanceSeconds: 60 });
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge", "subscription.latest_invoice"],
  });
  return { after, eventTypes: (await events()).map(({ type }) => type) };
}

it("a deleted customer's debit succeeds without an invoice", async () => {
  const { after, eventTypes } = await deleteCustomerDuringDebit(SUCCEEDS, {
    invoice_creation: { enabled: true },
  });
  expect(after).toMatchObject({
    payment_status: "paid",
    invoice: null,
    payment_intent: { status: "succeeded", latest_charge: { paid: true, status: "succeeded" } },
  });
  expect(eventTypes).toContain("checkout.session.async_payment_succeeded");
  expect(eventTypes).not.toContain("invoice.created");
});

it("a deleted customer's debit can fail", async () => {
  const { after, eventTypes } = await deleteCustomerDuringDebit(FAILS, {
    invoice_creation: { enabled: true },
  });
  expect(after).toMatchObject({
    payment_status: "unpaid",
    payment_intent: { status: "requires_payment_method" },
  });
  expect(eventTypes).toContain("checkout.session.async_payment_failed");
});

it.each([
  [SUCCEEDS, "paid"],
  [FAILS, "open"],
])(
  "%s: a deleted customer's subscription stays canceled, and its invoice is %s",
  async (iban, status) => {
    const { after } = await deleteCustomerDuringDebit(iban, { monthly: true });
    expect(after.subscription).toMatchObject({ status: "canceled", latest_invoice: { status } });
  },
);

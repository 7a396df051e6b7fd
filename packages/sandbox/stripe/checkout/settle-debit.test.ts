import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { openAccount, openSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

const SUCCEEDS = "AT611904300234573201";
const FAILS = "AT861904300235473202";

type Purchase = Parameters<ReturnType<typeof openAccount>["openCheckout"]>[0];

/** Pays by debit, deletes the customer, and lets the bank answer. */
async function deleteMeanwhile(iban: string, purchase: Purchase) {
  const { stripe, openCheckout, pay, control, events } = openAccount(sandbox);
  const session = await openCheckout({ currency: "eur", ...purchase });
  await pay(session.id, iban);
  await stripe.customers.del(session.customer as string);
  await control("clock", { advanceSeconds: 60 });
  const after = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ["payment_intent.latest_charge", "subscription.latest_invoice"],
  });
  return { after, told: (await events()).map(({ type }) => type) };
}

it("the debit of a customer who was deleted goes through; there is nobody left to invoice", async () => {
  const { after, told } = await deleteMeanwhile(SUCCEEDS, { invoice_creation: { enabled: true } });
  expect(after).toMatchObject({
    payment_status: "paid",
    invoice: null,
    payment_intent: { status: "succeeded", latest_charge: { paid: true, status: "succeeded" } },
  });
  expect(told).toContain("checkout.session.async_payment_succeeded");
  expect(told).not.toContain("invoice.created");
});

it("one that fails, fails as it would have", async () => {
  const { after, told } = await deleteMeanwhile(FAILS, { invoice_creation: { enabled: true } });
  expect(after).toMatchObject({
    payment_status: "unpaid",
    payment_intent: { status: "requires_payment_method" },
  });
  expect(told).toContain("checkout.session.async_payment_failed");
});

it.each([
  [SUCCEEDS, "paid"],
  [FAILS, "open"],
])(
  "%s: the deleted customer's subscription stays canceled, its invoice is %s",
  async (iban, status) => {
    const { after } = await deleteMeanwhile(iban, { monthly: true });
    expect(after.subscription).toMatchObject({ status: "canceled", latest_invoice: { status } });
  },
);

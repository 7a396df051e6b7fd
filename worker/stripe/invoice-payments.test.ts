import type Stripe from "stripe";
import { expect, it } from "vitest";
import { findPaymentIntentId } from "./invoice-payments.ts";

const payment = (status: string, intent: string | null) => ({
  status,
  payment: intent
    ? { type: "payment_intent", payment_intent: intent }
    : { type: "payment_record", payment_record: "pr_1" },
});

const ofPayments = (...data: ReturnType<typeof payment>[]) =>
  findPaymentIntentId({ payments: { data } } as unknown as Stripe.Invoice);

it("the paid payment of an invoice counts, wherever Stripe lists it; a canceled one never does", () => {
  expect(ofPayments(payment("canceled", "pi_1"), payment("paid", "pi_2"))).toBe("pi_2");
  expect(ofPayments(payment("open", "pi_1"), payment("paid", "pi_2"))).toBe("pi_2");
  expect(ofPayments(payment("canceled", "pi_1"), payment("open", "pi_2"))).toBe("pi_2");
  expect(ofPayments(payment("canceled", "pi_1"))).toBeNull();
});

it("an invoice that was paid outside Stripe has no payment to refund", () => {
  expect(ofPayments(payment("open", "pi_1"), payment("paid", null))).toBeNull();
  expect(ofPayments(payment("paid", null), payment("paid", "pi_2"))).toBe("pi_2");
});

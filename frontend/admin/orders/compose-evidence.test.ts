import { expect, test } from "vitest";
import { MAX_EVIDENCE } from "../../../worker/shared/dispute-evidence.ts";
import { composeEvidence, writeEvidenceFile } from "./compose-evidence.ts";

const at = (day: number, hour = 12) => Date.UTC(2026, 10, day, hour);
const facts = {
  origin: "https://shop.example",
  purchase: {
    id: "ord_1",
    createdAt: at(2),
    consentedAt: at(2),
    consentText: "I agree to the terms.",
    confirmedAt: at(2, 13),
  },
  customer: { name: "Ann", email: "ann@example.com" },
  product: { name: "Handbook", tagline: "For the field", description: "All of it." },
  benefits: [{ name: "Handbook (PDF)", grantedAt: at(3) }],
  downloads: [{ name: "Handbook.pdf", count: 2, firstAt: at(4), lastAt: at(6) }],
  sessions: [{ createdAt: at(2), lastSeenAt: at(5), userAgent: "Firefox", country: "DE" }],
  emails: [{ kind: "purchase", sentAt: at(2, 13) }],
  terms: { url: "https://shop.example/legal/terms@1", text: "No refunds after a download." },
  refundPolicy: null,
};

test("evidence says what was recorded, oldest first and in UTC, and nothing else", () => {
  const evidence = composeEvidence(facts);
  expect(evidence.access_activity_log.split("\n")).toEqual([
    "2026-11-02 12:00 UTC  Bought (ord_1)",
    "2026-11-03 12:00 UTC  Access to Handbook (PDF) began",
    "2026-11-05 12:00 UTC  Used the account, signed in since 2026-11-02 12:00 UTC, from DE, with Firefox",
    "2026-11-06 12:00 UTC  Downloaded Handbook.pdf, 2 times since 2026-11-04 12:00 UTC",
  ]);
  expect(evidence.service_date).toBe("2026-11-03");
  expect(evidence.uncategorized_text).toContain("I agree to the terms.");
  expect(evidence.uncategorized_text).toContain("confirmed by email on 2026-11-02 13:00 UTC");
  expect(evidence.uncategorized_text).toContain("No refunds after a download.");
  expect(evidence.uncategorized_text).toContain("2026-11-02 13:00 UTC  purchase");
  expect(evidence.refund_policy_disclosure).toBe("");
  const file = writeEvidenceFile(evidence, {
    id: "du_1",
    reason: "product_not_received",
    openedAt: at(20),
  });
  expect(file).toContain("Reason: product not received. Opened 2026-11-20 12:00 UTC.");
  expect(file).not.toContain("refund policy");
});

test("the bank reads a product’s description without the marks of Markdown", () => {
  const description = `## The six **evenings**

1. *Piezo*, cable
2. [Parts](https://shop.example/parts) of a_file_name

![Hydrophone](https://shop.example/h.jpg)
> A quote`;
  const { product_description: text } = composeEvidence({
    ...facts,
    product: { ...facts.product, description },
  });
  expect(text).toContain(`The six evenings

1. Piezo, cable
2. Parts (https://shop.example/parts) of a_file_name

A quote`);
});

test("evidence that is too long for the bank is cut at its end, and says so", () => {
  const { product_description: text } = composeEvidence({
    ...facts,
    product: { ...facts.product, description: "a".repeat(30_000) },
  });
  expect(text).toHaveLength(MAX_EVIDENCE);
  expect(text.endsWith("[cut]")).toBe(true);
});

test("without benefits and consent, the service began with the purchase", () => {
  const evidence = composeEvidence({
    ...facts,
    benefits: [],
    emails: [],
    purchase: { ...facts.purchase, consentedAt: null },
  });
  expect(evidence.service_date).toBe("2026-11-02");
  expect(evidence.uncategorized_text).toBe("");
});

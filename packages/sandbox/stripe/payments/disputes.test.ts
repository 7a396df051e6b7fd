import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

async function createDispute() {
  const account = createTestAccount(sandbox);
  await account.pay((await account.openCheckout()).id, "4000000000000259");
  const [dispute] = (await account.stripe.disputes.list()).data;
  return { ...account, dispute: dispute! };
}

describe("a dispute", () => {
  it("a dispute saves evidence, and is under review after it is submitted", async () => {
    const { stripe, dispute } = await createDispute();
    const kept = await stripe.disputes.update(dispute.id, {
      evidence: { product_description: "A thing" },
      metadata: { order: "1" },
      submit: false,
    });
    expect(kept).toMatchObject({
      status: "needs_response",
      evidence: { product_description: "A thing" },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    const sent = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "They use it daily." },
    });
    expect(sent).toMatchObject({ status: "under_review" });
  });

  it("a dispute takes evidence once, and none after its deadline", async () => {
    const { stripe, dispute } = await createDispute();
    const submit = (id: string) =>
      stripe.disputes.update(id, { evidence: { uncategorized_text: "They use it daily." } });
    await submit(dispute.id);
    await expect(submit(dispute.id)).rejects.toMatchObject({ statusCode: 400 });
    const late = await createDispute();
    await late.control("clock", { advanceSeconds: 10 * 86_400 });
    await expect(
      late.stripe.disputes.update(late.dispute.id, { evidence: { uncategorized_text: "Late" } }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it.each([
    ["winning_evidence", "won"],
    ["losing_evidence", "lost"],
  ])("a dispute with the text %s is %s", async (words, status) => {
    const { stripe, dispute, events } = await createDispute();
    await stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: words } });
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe(status);
    expect((await events()).map(({ type }) => type)).toContain("charge.dispute.closed");
  });

  it("a dispute is lost when closed, and cannot be closed again", async () => {
    const { stripe, dispute } = await createDispute();
    expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: "lost" });
    await expect(stripe.disputes.close(dispute.id)).rejects.toMatchObject({
      code: "dispute_already_closed",
    });
  });
});

describe("events", () => {
  it("events are deleted after 30 days", async () => {
    const { stripe, control, customer } = createTestAccount(sandbox);
    await customer();
    const [old] = (await stripe.events.list()).data;
    await control("clock", { advanceSeconds: 31 * 86_400 });
    expect((await stripe.events.list()).data).toEqual([]);
    await expect(stripe.events.retrieve(old!.id)).rejects.toMatchObject({ statusCode: 404 });
  });
});

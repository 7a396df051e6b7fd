import Stripe from "stripe";
import { expect, test } from "vitest";
import { openTestShop, signWebhook, WEBHOOK_SECRET } from "../testing/shop.ts";
import { verifyEvent } from "./events.ts";

const NOW = 1_764_000_000_500;
const OTHER_SECRET = "whsec_b3RoZXI";
const rawBody = JSON.stringify({
  id: "evt_1",
  object: "event",
  type: "invoice.paid",
  created: 1,
  livemode: false,
  data: { object: { description: "Ünïcode ✓" } },
});
const config = {
  ...openTestShop().ctx().config.stripe,
  webhookSecrets: [OTHER_SECRET, WEBHOOK_SECRET],
};

/** Whether the shop, and Stripe's library with any of the secrets, accept a delivery. */
async function verifyBoth(signature: string, body = rawBody): Promise<[boolean, boolean]> {
  const byShop = verifyEvent(config, { rawBody: body, signature, now: NOW });
  const byLibrary = config.webhookSecrets.map((secret) =>
    Stripe.webhooks.signature!.verifyHeaderAsync(
      body,
      signature,
      secret,
      300,
      Stripe.createSubtleCryptoProvider(),
      NOW,
    ),
  );
  const accepts = (work: Promise<unknown>) =>
    work.then(
      () => true,
      () => false,
    );
  return [await accepts(byShop), await accepts(Promise.any(byLibrary))];
}

test("a signature of a webhook is accepted exactly if Stripe's library accepts it", async () => {
  const good = await signWebhook(rawBody, NOW);
  const [time, v1] = good.split(",") as [string, string];
  const wrong = `v1=${"0".repeat(64)}`;
  const headers: [header: string, isAccepted: boolean][] = [
    [good, true],
    [await signWebhook(rawBody, NOW, OTHER_SECRET), true],
    [await signWebhook(rawBody, NOW, "whsec_dW5rbm93bg"), false],
    [await signWebhook(`${rawBody} `, NOW), false],
    [await signWebhook(rawBody, NOW - 300_000), true],
    [await signWebhook(rawBody, NOW - 301_000), false],
    [`${v1},${time}`, true],
    [`${time},${wrong},${v1}`, true],
    [`${time},${v1},${wrong}`, true],
    [`${time},${wrong}`, false],
    [`${time},v0=${v1.slice(3)}`, false],
    [`${time},V1=${v1.slice(3)}`, false],
    [`${time},${v1.toUpperCase().replace("V1", "v1")}`, false],
    [`${time},${v1.slice(0, -1)}`, false],
    [`${time},${v1}0`, false],
    [`${time},v1=`, false],
    [time, false],
    [v1, false],
    [`t=,${v1}`, false],
    ["", false],
    [",,,", false],
  ];
  for (const [header, isAccepted] of headers)
    expect([header, ...(await verifyBoth(header))]).toEqual([header, isAccepted, isAccepted]);
});

test("a time in the future, or a second time, is refused, though Stripe's library accepts it", async () => {
  const good = await signWebhook(rawBody, NOW);
  for (const header of [await signWebhook(rawBody, NOW + 301_000), `t=1,${good}`])
    expect([header, ...(await verifyBoth(header))]).toEqual([header, false, true]);
});

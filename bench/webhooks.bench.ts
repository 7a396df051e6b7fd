import { expect, test } from "vitest";
import { insertRows } from "../worker/testing/fill/insert-rows.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import {
  createTestEndpoint,
  openReceiver,
  runDeliveries,
} from "../worker/testing/fakes/webhooks.ts";
import { DAY, SECOND } from "../worker/lib/time.ts";
import { chooseSize } from "./measure.ts";

const { EVENTS, CUSTOMERS } = chooseSize(
  { EVENTS: 10_000, CUSTOMERS: 500 },
  { EVENTS: 20, CUSTOMERS: 3 },
);
const ATTEMPTS_PER_RUN = 40;

/**
 * Delivers events to an endpoint that fails every third request. The shop's clock jumps to each retry, so the time that
 * is measured is that of the deliveries alone.
 */
test("an endpoint that fails a third of the time gets each event, in the order of each customer", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  const { now, db } = shop.ctx();
  const { id } = await createTestEndpoint(shop.ctx(), { url: receiver.url });
  await insertRows(
    "feed_events (mode, type, object_id, user_id, data, actor_type, actor_id, request_id, created_at)",
    `'test', 'order.paid', 'ord_' || i, 'usr_' || (i * 7919 % ${CUSTOMERS}), json_object('id', 'ord_' || i),
     'system', 'bench', 'req_bench', ${now}`,
    { from: 1, to: EVENTS },
  );
  await receiver.answer([{ every: 3, status: 500 }]);
  const started = performance.now();
  const runs = await runDeliveries(shop, id, {
    from: now,
    until: now + 30 * DAY,
    limit: ATTEMPTS_PER_RUN,
    stepMs: SECOND,
  });
  const seconds = (performance.now() - started) / 1000;

  const hooks = await receiver.received();
  const accepted = hooks
    .filter(({ status }) => status === 200)
    .map(({ body }) => JSON.parse(body) as { sequence: number; customerId: string });
  const arrived = new Set(accepted.map(({ sequence }) => sequence));
  const { results: states } = await db.$client
    .prepare(
      "SELECT status, count(*) AS count FROM webhook_deliveries WHERE endpoint_id = ? GROUP BY status",
    )
    .bind(id)
    .all();
  console.log(
    `${EVENTS} events of ${CUSTOMERS} customers to an endpoint that fails every third request`,
  );
  console.log(`requests             ${hooks.length} in ${runs.length} runs`);
  console.log(`events per second    ${Math.round(EVENTS / seconds)}`);
  console.log(`lost                 ${EVENTS - arrived.size} (goal 0)`);
  console.log(`out of order         ${countOutOfOrder(accepted)} (goal 0)`);

  expect(arrived.size).toBe(EVENTS);
  expect(countOutOfOrder(accepted)).toBe(0);
  expect(states).toEqual([{ status: "delivered", count: EVENTS }]);
});

/** Counts the events that arrived after a later event of the same customer. */
function countOutOfOrder(events: { sequence: number; customerId: string }[]): number {
  const latest = new Map<string, number>();
  let count = 0;
  for (const { sequence, customerId } of events) {
    if (sequence < (latest.get(customerId) ?? 0)) count++;
    latest.set(customerId, Math.max(sequence, latest.get(customerId) ?? 0));
  }
  return count;
}

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { openDatabase } from "../db/client.ts";
import { findCostlySteps, recordStatements } from "../testing/database/query-plans.ts";
import { openTestShop } from "../testing/shop.ts";
import { createTestEndpoint, insertTestEvents, openReceiver } from "../testing/fakes/webhooks.ts";
import { MINUTE } from "../lib/time.ts";
import { reencryptSecrets } from "./reencrypt-secrets.ts";
import { oldDeliveries } from "./store-deliveries.ts";
import { removeOldRows } from "../sync/health/remove-old-rows.ts";
import { deliverEvents } from "./deliver-events.ts";
import { retryDeliveries } from "./deliveries.ts";
import { enqueueWebhooks } from "./enqueue-webhooks.ts";

test("planning, delivering, retrying and deleting use indexes with any number of events", async () => {
  const shop = openTestShop();
  const receiver = openReceiver();
  const recorded = recordStatements(env.DB);
  const ctx = { ...shop.ctx(), db: openDatabase(recorded.d1) };
  const { id } = await createTestEndpoint(ctx, { url: receiver.url });
  await insertTestEvents(ctx, ["usr_1", "usr_1"]);
  recorded.take();
  await enqueueWebhooks(ctx);
  await receiver.answer([{ status: 500, times: 1 }]);
  await deliverEvents(ctx, { endpointId: id, limit: 10 });
  // A success after an outage, which brings all retries forward.
  await deliverEvents({ ...ctx, now: ctx.now + 10 * MINUTE }, { endpointId: id, limit: 10 });
  await retryDeliveries(ctx, { endpointId: id, since: 0 });
  await reencryptSecrets(ctx);
  await removeOldRows(ctx, oldDeliveries);
  const statements = recorded.take();
  expect(statements.length).toBeGreaterThan(12);
  const costly = new Map<string, string>();
  for (const statement of statements)
    for (const step of await findCostlySteps(statement)) costly.set(step, statement.sql);
  expect([...costly]).toEqual([]);
});

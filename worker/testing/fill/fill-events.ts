import { env } from "cloudflare:workers";

/** Inserts `count` events as the webhook would have stored them; their ids are `prefix` and a number. */
export async function fillEvents(input: {
  customerId: string | null;
  prefix: string;
  count: number;
  status: string;
}): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO events (id, mode, type, customer_id, dirty_seq, status, payload, created_at, received_at)
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?3)
      SELECT ?1 || n, 'test', 'customer.updated', ?2, iif(?2 IS NULL, NULL, n), ?4, '{}', n, n FROM numbers`,
  )
    .bind(input.prefix, input.customerId, input.count, input.status)
    .run();
}

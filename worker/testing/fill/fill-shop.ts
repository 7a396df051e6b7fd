import { DAY } from "../../lib/time.ts";

/**
 * Returns SQL that fills a shop with the data of several years, all of one user: orders and payments spread over one
 * year, subscriptions over three. Some payments failed or were refunded; some subscriptions ended, are past due or on
 * trial. Each subscription counts as one of another customer in the movements of MRR.
 * @param shop.now the newest time, in unix milliseconds
 */
export function fillShopSql(shop: {
  userId: string;
  customerId: string;
  productId: string;
  orders: number;
  subscriptions: number;
  now: number;
}): string[] {
  const { userId, customerId, productId, orders, subscriptions, now } = shop;
  const upTo = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const at = (count: number, days: number) => `${now} - i * ${Math.floor((days * DAY) / count)}`;
  return [
    `INSERT INTO orders (id, user_id, customer_id, product_id, mode, stripe_session_id, status, total_minor, tax_minor,
        discount_minor, refunded_minor, currency, created_at, paid_at)
      ${upTo(orders)} SELECT 'ord_fill' || i, '${userId}', '${customerId}', '${productId}', 'test', 'cs_fill' || i,
        'paid', 2900, 0, 0, 0, 'usd', ${at(orders, 365)}, ${at(orders, 365)} FROM n`,
    `INSERT INTO payments (mode, stripe_charge_id, user_id, customer_id, status, amount_minor, refunded_minor, currency,
        created_at, source_type, source_id, product_id, country, settlement_currency, fee_minor, disputed_minor,
        net_minor)
      ${upTo(orders)} SELECT 'test', 'ch_fill' || i, '${userId}', '${customerId}',
        iif(i % 50 = 7, 'failed', 'succeeded'), 900 + 100 * (i % 37), iif(i % 60 = 0, 900, 0), 'usd',
        ${at(orders, 365)}, 'order', 'ord_fill' || i, '${productId}', char(65 + i % 5, 65 + i % 4),
        iif(i % 50 = 7, NULL, 'usd'), iif(i % 50 = 7, NULL, 60), iif(i % 50 = 7, NULL, 0), iif(i % 50 = 7, NULL, 840) FROM n`,
    `INSERT OR IGNORE INTO stale_days SELECT DISTINCT 'test', date(created_at / 1000, 'unixepoch') FROM payments
      WHERE mode = 'test'`,
    `INSERT INTO subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, currency, created_at,
        ended_at, current_period_end)
      ${upTo(subscriptions)} SELECT 'sub_fill' || i, '${userId}', '${customerId}', 'test', 'sub_s_fill' || i,
        CASE WHEN i % 5 = 4 THEN 'canceled' WHEN i % 50 = 1 THEN 'past_due' WHEN i % 50 = 2 THEN 'trialing'
          ELSE 'active' END,
        'usd', ${at(subscriptions, 1095)}, iif(i % 5 = 4, (${at(subscriptions, 1095)} + ${now}) / 2, NULL),
        ${now} + (i % 30) * ${DAY} FROM n`,
    `INSERT INTO subscription_items (stripe_item_id, subscription_id, product_id, stripe_price_id, amount_minor, currency,
        interval, interval_count, quantity)
      SELECT 'si_' || id, id, '${productId}', 'price_fill', 900, 'usd', 'month', 1, 1 FROM subscriptions
      WHERE id LIKE 'sub_fill%'`,
    `INSERT INTO mrr_movements (mode, day, customer_id, currency, kind, yearly_milli, cohort, subscriber_change)
      SELECT 'test', date(created_at / 1000, 'unixepoch'), id, 'usd', 'new', 10800000,
        strftime('%Y-%m', created_at / 1000, 'unixepoch'), 1 FROM subscriptions WHERE id LIKE 'sub_fill%'
      UNION ALL SELECT 'test', date(ended_at / 1000, 'unixepoch'), id, 'usd', 'churned', -10800000,
        strftime('%Y-%m', created_at / 1000, 'unixepoch'), -1 FROM subscriptions
      WHERE id LIKE 'sub_fill%' AND date(ended_at / 1000, 'unixepoch') > date(created_at / 1000, 'unixepoch')`,
    `INSERT OR IGNORE INTO stale_days SELECT 'test', day FROM mrr_movements WHERE mode = 'test'
      UNION SELECT 'test', date(created_at / 1000, 'unixepoch') FROM subscriptions WHERE mode = 'test'`,
  ];
}

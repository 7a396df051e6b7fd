import { env } from "cloudflare:workers";

/**
 * Inserts users `from` to `to`, each with a Stripe customer, directly into the database, for tests of the cost of long
 * lists. User 42 is `u000042@example.com`, named `Name 000042`, and its ids end in the number.
 */
export async function insertUsers(from: number, to: number): Promise<void> {
  await insertRows(
    "users (id, name, email, email_verified, role, status, created_at, updated_at)",
    "printf('usr_%026d', i), printf('Name %06d', i), printf('u%06d@example.com', i), 1, 'buyer', 'active', i, i",
    { from, to },
  );
  await insertRows(
    "customers (id, user_id, mode, created_at)",
    "printf('cst_%026d', i), printf('usr_%026d', i), 'test', i",
    { from, to },
  );
}

/** Inserts rows numbered `i` from `from` to `to`. @param values SQL expressions over `i` */
export async function insertRows(
  into: string,
  values: string,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO ${into}
     WITH RECURSIVE numbers(i) AS (SELECT ? UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
     SELECT ${values} FROM numbers`,
  )
    .bind(from, to)
    .run();
}

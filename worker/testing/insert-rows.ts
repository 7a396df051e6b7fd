import { env } from "cloudflare:workers";

/**
 * People `from` to `to`, each with a customer, written straight to the database: for tests of what a list costs where
 * there are many. The i-th is `u000042@example.com`, named `Name 000042`, with ids that end in the number.
 */
export async function fillPeople(from: number, to: number): Promise<void> {
  await fill(
    "users (id, name, email, email_verified, role, status, created_at, updated_at)",
    "printf('usr_%026d', i), printf('Name %06d', i), printf('u%06d@example.com', i), 1, 'buyer', 'active', i, i",
    { from, to },
  );
  await fill(
    "customers (id, user_id, mode, created_at)",
    "printf('cst_%026d', i), printf('usr_%026d', i), 'test', i",
    { from, to },
  );
}

/** Rows numbered `i`. @param values SQL expressions over `i` */
export async function fill(
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

import { describe, expect, it } from "vitest";
import { createApiClient, type ApiClient } from "../../testing/clients/api-client.ts";
import { createStatement } from "../../testing/fixtures/statements.ts";
import { openTestShop } from "../../testing/shop.ts";

type Statement = { id: string; [field: string]: unknown };
type List = { data: Statement[]; nextCursor: string | null };

const START = Date.UTC(2026, 6, 1);

/** Creates statements of a customer, a day apart, and one of somebody else. @returns the ids, newest first */
async function createStatements() {
  const shop = openTestShop();
  const client = await createApiClient(shop);
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  const kinds = ["withdrawal", "cancellation", "withdrawal"] as const;
  const ids: string[] = [];
  for (const [day, kind] of kinds.entries())
    ids.unshift(
      await createStatement(db, {
        userId,
        kind,
        receivedAt: START + day * 86_400_000,
        state: day === 0 ? "accepted" : "open",
      }),
    );
  const other = await createStatement(db, { receivedAt: START, contract: "A course in spring" });
  return { client, userId, ids, other };
}

const idsOf = async (client: ApiClient, query: string) =>
  (await client.get<List>(`/statements?${query}`)).body.data.map(({ id }) => id);

describe("GET /statements", () => {
  it("GET /statements lists a customer's statements, newest first, in pages", async () => {
    const { client, userId, ids } = await createStatements();
    const first = (await client.get<List>(`/statements?customer=${userId}&limit=2`)).body;
    expect(first.data.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = `customer=${userId}&limit=2&cursor=${first.nextCursor}`;
    expect(await idsOf(client, rest)).toEqual(ids.slice(2));
  });

  it("GET /statements combines its filters", async () => {
    const { client, userId, ids, other } = await createStatements();
    const [latest, middle, oldest] = ids;
    const of = `customer=${userId}`;
    expect(await idsOf(client, `${of}&kind=cancellation`)).toEqual([middle]);
    expect(await idsOf(client, `${of}&kind=withdrawal&state=open`)).toEqual([latest]);
    expect(await idsOf(client, `${of}&state=accepted,refused`)).toEqual([oldest]);
    expect(await idsOf(client, `${of}&createdAfter=2026-07-01T00:00:00Z`)).toEqual([
      latest,
      middle,
    ]);
    const all = await idsOf(client, "createdBefore=2026-07-01T00:00:01Z&limit=100");
    expect(all).toEqual(expect.arrayContaining([oldest, other]));
  });

  it("GET /statements/:id says what it is about, and not what the buyer typed", async () => {
    const { client, other } = await createStatements();
    const { status, body } = await client.get(`/statements/${other}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: other,
      kind: "withdrawal",
      state: "open",
      customerId: null,
      receivedAt: "2026-07-01T00:00:00.000Z",
    });
    expect(JSON.stringify(body)).not.toMatch(/spring|Mia|@/);
    expect(await client.get(`/statements/stm_${"0".repeat(26)}`)).toMatchObject({ status: 404 });
  });
});

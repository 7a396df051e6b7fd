import { beforeEach, expect, test } from "vitest";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";

beforeEach(emptyDatabase);

const path = "/api/admin/settings/law";

test("a shop that has said nothing sells everywhere, from a country that is not known", async () => {
  const owner = await createSignedInUser({ role: "owner" });
  expect(await owner.json(path)).toMatchObject({ seller: null, buyers: "everywhere" });
});

test.each([
  [{ seller: "DE", buyers: "everywhere" }, 200],
  [{ seller: "DE", buyers: ["DE", "AT"] }, 200],
  [{ seller: null, buyers: ["US"] }, 200],
  [{ seller: "XX", buyers: "everywhere" }, 422],
  [{ seller: "DE", buyers: [] }, 422],
  [{ seller: "DE", buyers: ["de"] }, 422],
  [{ seller: "DE", buyers: "nowhere" }, 422],
])("saving %o answers %d", async (values, status) => {
  const owner = await createSignedInUser({ role: "owner" });
  const answer = await owner.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(values),
  });
  expect(answer.status).toBe(status);
  const saved = { seller: null, buyers: "everywhere", ...(status === 200 && values) };
  expect(await owner.json(path)).toMatchObject(saved);
});

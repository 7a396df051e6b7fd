import { expect, it } from "vitest";
import { deleteAccount } from "../../account/delete-account.ts";
import { changeRole } from "../../admin/team/change-role.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { MAX_SAVED_FILTERS, listSavedFilters } from "./saved-filters.ts";

const shop = openTestShop();
const createMember = () => createSignedInUser({ role: "support", env: shop.env });
type Member = Awaited<ReturnType<typeof createMember>>;

const PATH = "/api/admin/saved-filters";

function send({ fetch }: Member, method: string, path: string, body?: object): Promise<Response> {
  return fetch(path, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
  });
}

async function list(member: Member, of = "orders") {
  const response = await member.fetch(`${PATH}?list=${of}`);
  const { savedFilters } = await response.json<{
    savedFilters: { id: string; name: string; query: string }[];
  }>();
  return savedFilters;
}

const refunds = {
  list: "orders",
  name: "Refunds of May",
  query: "status=refunded&from=2026-05-01",
};

it("a member saves, renames and deletes filters of a list, which other members don't see", async () => {
  const [member, other] = [await createMember(), await createMember()];
  expect((await send(member, "POST", PATH, refunds)).status).toBe(201);
  const [saved] = await list(member);
  expect(saved).toMatchObject({ name: refunds.name, query: refunds.query });
  expect(await list(member, "subscriptions")).toEqual([]);
  expect(await list(other)).toEqual([]);
  const path = `${PATH}/${saved!.id}`;
  expect((await send(other, "PUT", path, { name: "Mine" })).status).toBe(404);
  await send(other, "DELETE", path);
  expect((await send(member, "PUT", path, { name: "Refunds" })).status).toBe(204);
  expect((await list(member)).map(({ name }) => name)).toEqual(["Refunds"]);
  await send(member, "DELETE", path);
  expect(await list(member)).toEqual([]);
});

it("a filter that is saved again replaces the one with its name, and two cannot be renamed to the same", async () => {
  const member = await createMember();
  await send(member, "POST", PATH, refunds);
  await send(member, "POST", PATH, { ...refunds, query: "status=disputed" });
  await send(member, "POST", PATH, { ...refunds, name: "All of May" });
  const saved = await list(member);
  expect(saved.map(({ name, query }) => [name, query])).toEqual([
    ["All of May", refunds.query],
    ["Refunds of May", "status=disputed"],
  ]);
  const response = await send(member, "PUT", `${PATH}/${saved[0]!.id}`, { name: refunds.name });
  expect([response.status, await response.json()]).toMatchObject([
    422,
    { fields: [{ path: "name" }] },
  ]);
});

it("a member can save 20 filters of a list, and replace one of them then", async () => {
  const member = await createMember();
  for (let number = 1; number <= MAX_SAVED_FILTERS; number++)
    await send(member, "POST", PATH, { ...refunds, name: `Filter ${number}` });
  const further = await send(member, "POST", PATH, refunds);
  expect(further.status).toBe(422);
  expect((await send(member, "POST", PATH, { ...refunds, name: "Filter 7" })).status).toBe(201);
  expect((await send(member, "POST", PATH, { ...refunds, list: "pages" })).status).toBe(201);
});

it("the filters of a member are deleted when they leave the team or delete their account", async () => {
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  const [removed, leaving, staying] = [
    await createMember(),
    await createMember(),
    await createMember(),
  ];
  for (const member of [removed, leaving, staying]) await send(member, "POST", PATH, refunds);
  const asOwner = shop.asUser(owner.userId, undefined, "owner");
  await changeRole(asOwner, { userId: removed.userId, role: "buyer" });
  await deleteAccount(shop.asUser(leaving.userId, undefined, "support"));
  await changeRole(asOwner, { userId: staying.userId, role: "admin" });
  const count = async ({ userId }: Member) =>
    (await listSavedFilters(shop.asUser(userId), { list: "orders" })).length;
  expect(await Promise.all([removed, leaving, staying].map(count))).toEqual([0, 0, 1]);
});

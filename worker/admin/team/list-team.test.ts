import { beforeEach, expect, test } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { Invitation, TeamMember } from "./list-team.ts";

beforeEach(emptyDatabase);

/** Inserts 30 support members named after their number, among as many buyers, and 30 invitations. */
async function fillTeam() {
  for (const [role, prefix] of [
    ["support", "usr_m"],
    ["buyer", "usr_b"],
  ])
    await insertRows(
      "users (id, name, email, email_verified, role, status, created_at, updated_at)",
      `printf('${prefix}%025d', i), printf('Helper %02d', (i * 7) % 30), printf('h%d@${role}.example', i), 1,
       '${role}', 'active', i, i`,
      { from: 1, to: 30 },
    );
  await insertRows(
    "invitations (id, email, role, invited_by, created_at, expires_at)",
    "printf('inv_%026d', i), printf('guest%d@example.com', i), 'support', 'usr_1', i, i",
    { from: 1, to: 30 },
  );
}

test("the team is searched by a part of the name or email, filtered by role, sorted and paged", async () => {
  const owner = await createSignedInUser({ role: "owner" });
  await fillTeam();
  const list = async (query: string) => {
    const found: TeamMember[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: string = cursor && `&cursor=${cursor}`;
      const page: { items: TeamMember[]; nextCursor: string | null } = await owner.json(
        `/api/admin/team?${query}${more}`,
      );
      expect(page.items.length).toBeLessThanOrEqual(20);
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found;
  };
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const support = await list("role=support");
  expect(support.map(({ createdAt }) => createdAt)).toEqual(numbers.map((number) => number + 1));
  const newest = await list("role=support&sort=newest");
  expect(newest).toEqual(support.toReversed());
  const byName = await list("role=support&sort=name");
  expect(byName.map(({ name }) => name)).toEqual(
    numbers.map((number) => `Helper ${String(number).padStart(2, "0")}`),
  );
  expect((await list("search=H12@SUP")).map(({ email }) => email)).toEqual(["h12@support.example"]);
  expect((await list("search=elper 07")).map(({ name }) => name)).toEqual(["Helper 07"]);
  expect(await list("search=nobody")).toEqual([]);
  expect((await list("")).filter(({ role }) => role === "buyer")).toEqual([]);
  expect(await list("role=owner")).toMatchObject([
    { id: owner.userId, current: true, isOnlyOwner: true },
  ]);
  await createSignedInUser({ role: "owner" });
  expect((await list("role=owner")).map(({ isOnlyOwner }) => isOnlyOwner)).toEqual([false, false]);
  expect((await owner.fetch("/api/admin/team?role=buyer")).status).toBe(422);
});

test("the invitations are searched and paged, oldest first", async () => {
  const owner = await createSignedInUser({ role: "owner" });
  await fillTeam();
  const list = (query: string) =>
    owner.json<{ items: Invitation[]; nextCursor: string | null }>(
      `/api/admin/team/invitations?${query}`,
    );
  const first = await list("");
  const second = await list(`cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ createdAt }) => createdAt)).toEqual(
    Array.from({ length: 30 }, (_, index) => index + 1),
  );
  expect(second.nextCursor).toBeNull();
  expect((await list("search=GUEST30")).items.map(({ email }) => email)).toEqual([
    "guest30@example.com",
  ]);
});

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Role } from "../../shared/roles.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createMember } from "../../testing/fixtures/members.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";

const post = (body: unknown) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const sameOrHigher: [actor: Role, target: Role][] = [
  ["admin", "admin"],
  ["admin", "owner"],
  ["owner", "owner"],
];
const lower: [actor: Role, target: Role][] = [
  ["admin", "buyer"],
  ["admin", "support"],
  ["owner", "admin"],
];

describe("ending a user's sessions", () => {
  test.each(sameOrHigher)(
    "ending sessions answers 403 when an %s does it to an %s",
    async (role, targetRole) => {
      const [actor, target] = [
        await createSignedInUser({ role }),
        await createSignedInUser({ role: targetRole }),
      ];
      const path = `/api/admin/customers/${target.userId}/sessions`;
      for (const url of [path, `${path}/${target.sessionId}`]) {
        const response = await actor.fetch(url, { method: "DELETE" });
        expect(response.status).toBe(403);
        expect(await response.json()).toMatchObject({ code: "same_or_higher_role" });
      }
      expect(await target.json("/api/me")).toMatchObject({ user: { id: target.userId } });
    },
  );

  test.each(lower)("ending sessions works when an %s does it to %s", async (role, targetRole) => {
    const [actor, target] = [
      await createSignedInUser({ role }),
      await createSignedInUser({ role: targetRole }),
    ];
    const path = `/api/admin/customers/${target.userId}/sessions`;
    expect((await actor.fetch(path, { method: "DELETE" })).status).toBe(204);
    expect(await target.json("/api/me")).toEqual({ user: null });
  });

  test("ending sessions works for an owner's own sessions", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = `/api/admin/customers/${owner.userId}/sessions/${owner.sessionId}`;
    expect((await owner.fetch(path, { method: "DELETE" })).status).toBe(204);
    expect(await owner.json("/api/me")).toEqual({ user: null });
  });

  test("ending sessions asks for a fresh sign-in", async () => {
    const [admin, target] = [
      await createSignedInUser({ role: "admin" }),
      await createSignedInUser(),
    ];
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * 60_000, admin.sessionId)
      .run();
    const path = `/api/admin/customers/${target.userId}/sessions`;
    for (const url of [path, `${path}/${target.sessionId}`]) {
      const response = await admin.fetch(url, { method: "DELETE" });
      expect(await response.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    }
    expect(await target.json("/api/me")).toMatchObject({ user: { id: target.userId } });
  });
});

describe("a gift", () => {
  test.each<[Role, Role]>([
    ["support", "support"],
    ["support", "admin"],
    ["support", "owner"],
    ["admin", "admin"],
    ["admin", "owner"],
  ])("a gift answers 403 when %s gives it to another %s", async (role, targetRole) => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    const actor = await createSignedInUser({ role });
    const { userId } = await createSignedInUser({ role: targetRole });
    const response = await actor.fetch(
      "/api/admin/gifts",
      post({ userId, productId, note: "A gift" }),
    );
    expect(await response.json()).toMatchObject({ status: 403, code: "same_or_higher_role" });
    expect(await actor.json(`/api/admin/gifts?userId=${userId}`)).toEqual({ gifts: [] });
  });

  test.each<[Role, number]>([
    ["support", 403],
    ["admin", 403],
    ["owner", 201],
  ])("a gift that %s gives to themselves answers %i", async (role, status) => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    const actor = await createSignedInUser({ role });
    const body = { userId: actor.userId, productId, note: "For me" };
    expect((await actor.fetch("/api/admin/gifts", post(body))).status).toBe(status);
  });

  test("a gift by an API key is refused to the key's maker below owner, and to members above", async () => {
    const shop = openTestShop();
    const { id: product } = await shop.createPublishedProduct({});
    const admin = await createSignedInUser({ role: "admin" });
    const owner = await createSignedInUser({ role: "owner" });
    const buyer = await createSignedInUser();
    const giveBy = async (maker: typeof admin, customer: string) => {
      const { secret } = await maker.json<{ secret: string }>(
        "/api/admin/developers/keys",
        post({ name: "Gifts", scopes: ["gifts:write", "gifts:read"] }),
      );
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
      const body = JSON.stringify({ customer, product });
      return openBrowser().fetch("/api/v1/gifts", { method: "POST", headers, body });
    };
    for (const target of [admin, owner])
      expect(await (await giveBy(admin, target.userId)).json()).toMatchObject({
        status: 403,
        code: "same_or_higher_role",
      });
    expect((await giveBy(admin, buyer.userId)).status).toBe(201);
    expect((await giveBy(owner, owner.userId)).status).toBe(201);
  });

  test("a gift by support has a limit, and the owner gets an email about it", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { id: productId } = await shop.createPublishedProduct({ name: "Field Guide" });
    const owner = await createMember(shop, "owner");
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const { userId } = await createSignedInUser();
    const give = (quantity: number) =>
      support.fetch("/api/admin/gifts", post({ userId, productId, quantity, note: "Seats" }));
    expect(await (await give(11)).json()).toMatchObject({
      status: 422,
      fields: [{ path: "quantity" }],
    });
    expect((await give(10)).status).toBe(201);
    const subjects = (await shop.emailsTo(owner.id)).map(({ subject }) => subject);
    expect(subjects).toEqual(["New gift by support: Field Guide × 10"]);
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * 60_000, support.sessionId)
      .run();
    expect(await (await give(2)).json()).toMatchObject({ status: 403, code: "sign_in_again" });
    expect((await give(1)).status).toBe(201);
  });

  test("a gift of an owner cannot be taken back by support", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    const owner = await createSignedInUser({ role: "owner" });
    const support = await createSignedInUser({ role: "support" });
    const given = await owner.json<{ id: string }>(
      "/api/admin/gifts",
      post({ userId: owner.userId, productId, note: "For me" }),
    );
    const path = `/api/admin/gifts/${given.id}/ending`;
    expect((await support.fetch(path, post({}))).status).toBe(403);
    expect((await owner.fetch(path, post({}))).status).toBe(200);
  });
});

test("merging an account with a team member's answers 409 for every role", async () => {
  for (const role of ["admin", "owner"] as const) {
    const actor = await createSignedInUser({ role });
    const [member, buyer] = [
      await createSignedInUser({ role: "support" }),
      await createSignedInUser(),
    ];
    for (const [into, from] of [
      [member, buyer],
      [buyer, member],
    ] as const) {
      const path = `/api/admin/customers/${into.userId}/merge`;
      const response = await actor.fetch(path, post({ fromId: from.userId }));
      expect(await response.json()).toMatchObject({ status: 409, code: "merge_team_member" });
    }
  }
});

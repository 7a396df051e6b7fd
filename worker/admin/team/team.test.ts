import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Role } from "../../shared/roles.ts";
import { MINUTE } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { queueTeamEmails } from "../../email/team/queue-team-emails.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { scopes } from "../../shared/scopes.ts";
import { createMember as createTeamMember } from "../../testing/fixtures/members.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import type { TeamMember } from "./list-team.ts";

const toRequest = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

const readRole = (userId: string) =>
  env.DB.prepare("SELECT role FROM users WHERE id = ?").bind(userId).first<Role>("role");

// All tests share one team.
beforeEach(emptyDatabase);

describe("the team", () => {
  test("the team is visible to an owner", async () => {
    const [owner, helper] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "support" }),
    ];
    await createSignedInUser();
    const { items } = await owner.json<{ items: TeamMember[] }>("/api/admin/team");
    expect(items.map(({ id, role, current }) => [id, role, current])).toEqual([
      [owner.userId, "owner", true],
      [helper.userId, "support", false],
    ]);
  });

  test.each<[Role]>([["buyer"], ["support"], ["admin"]])(
    "the list of the team answers 404 for %s",
    async (role) => {
      const user = await createSignedInUser({ role });
      const target = `/api/admin/team/${user.userId}/role`;
      for (const [path, init] of [
        ["/api/admin/team", {}],
        ["/api/admin/team", toRequest("POST", { email: "x@example.com", role: "owner" })],
        [target, toRequest("PUT", { role: "owner" })],
        [`/api/admin/team/${user.userId}`, toRequest("DELETE")],
      ] as const) {
        expect((await user.fetch(path, init)).status).toBe(404);
      }
      expect(await readRole(user.userId)).toBe(role);
    },
  );

  test("the list of the team answers 401 for a visitor", async () => {
    expect((await openBrowser().fetch("/api/admin/team")).status).toBe(401);
  });
});

describe("a role", () => {
  test("a role can be given to an existing user and applies to their next request", async () => {
    const [owner, user] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ email: "new@example.com" }),
    ];
    const response = await owner.fetch(
      "/api/admin/team",
      toRequest("POST", { email: "New@example.com", role: "admin" }),
    );
    expect(response.status).toBe(201);
    expect(await user.json("/api/me")).toMatchObject({ user: { role: "admin" } });
  });

  test("a role is removed immediately", async () => {
    const [owner, other] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    expect((await other.fetch("/api/admin/team")).status).toBe(200);
    await owner.fetch(`/api/admin/team/${other.userId}`, toRequest("DELETE"));
    expect((await other.fetch("/api/admin/team")).status).toBe(404);
  });

  test("404 for a role of an unknown user", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = "/api/admin/team/usr_00000000000000000000000000/role";
    expect((await owner.fetch(path, toRequest("PUT", { role: "admin" }))).status).toBe(404);
  });

  test.each([[{ role: "king" }], [{ role: "buyer" }], [{ role: "admin", status: "active" }], [{}]])(
    "a change of a role refuses the body %j",
    async (body) => {
      const owner = await createSignedInUser({ role: "owner" });
      const path = `/api/admin/team/${owner.userId}/role`;
      expect((await owner.fetch(path, toRequest("PUT", body))).status).toBe(422);
    },
  );

  test("a role changes only after a recent sign-in", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await owner.fetch(
      `/api/admin/team/${owner.userId}/role`,
      toRequest("PUT", { role: "admin" }),
    );
    expect(await response.json()).toMatchObject({ code: "sign_in_again" });
  });
});

describe("the last owner", () => {
  test("the last owner cannot step down or be removed", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const path = `/api/admin/team/${owner.userId}`;
    for (const [target, init] of [
      [`${path}/role`, toRequest("PUT", { role: "admin" })],
      [path, toRequest("DELETE")],
    ] as const) {
      const response = await owner.fetch(target, init);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "last_owner" });
    }
    expect(await readRole(owner.userId)).toBe("owner");
  });

  test("the last owner remains if two owners remove each other concurrently", async () => {
    const [one, two] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    await Promise.all([
      one.fetch(`/api/admin/team/${two.userId}`, toRequest("DELETE")),
      two.fetch(`/api/admin/team/${one.userId}`, toRequest("DELETE")),
    ]);
    const roles = [await readRole(one.userId), await readRole(two.userId)];
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });

  test("the last owner cannot be removed even if there is a disabled owner", async () => {
    const [owner, gone] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id = ?")
      .bind(gone.userId)
      .run();
    expect((await owner.fetch(`/api/admin/team/${owner.userId}`, toRequest("DELETE"))).status).toBe(
      409,
    );
  });
});

describe("a member with API keys and webhook endpoints", () => {
  async function createAdminWithPrograms() {
    const shop = openTestShop();
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    const developers = "/api/admin/developers";
    const key = await admin.json<{ id: string; secret: string }>(
      `${developers}/keys`,
      toRequest("POST", { name: "Sync", scopes: [...scopes] }),
    );
    const url = "https://example.com/hooks";
    const own = await admin.json<{ id: string }>(
      `${developers}/endpoints`,
      toRequest("POST", { url }),
    );
    const authorization = `Bearer ${key.secret}`;
    const fetchAsKey = (path: string, init: RequestInit = {}) =>
      openBrowser({ env: shop.env }).fetch(path, {
        ...init,
        headers: { authorization, "content-type": "application/json" },
      });
    const created = await fetchAsKey("/api/v1/webhook-endpoints", {
      method: "POST",
      body: JSON.stringify({ url }),
    });
    const ofKey = await created.json<{ id: string }>();
    const readStates = async () => ({
      key: (await fetchAsKey("/api/v1/products")).status,
      endpoints: await Promise.all(
        [own, ofKey].map(async ({ id }) => {
          const path = `${developers}/endpoints/${id}`;
          return (await owner.json<{ status: string }>(path)).status;
        }),
      ),
    });
    return { owner, admin, key, own, ofKey, readStates, path: `/api/admin/team/${admin.userId}` };
  }

  test("a removed member's keys are revoked, and their endpoints disabled, also those of a key", async () => {
    const { owner, key, own, ofKey, readStates, path } = await createAdminWithPrograms();
    expect(await owner.json(`${path}/programs`)).toMatchObject({
      keys: [{ id: key.id, name: "Sync" }],
      endpoints: [{ id: own.id }, { id: ofKey.id }],
    });
    expect(await readStates()).toEqual({ key: 200, endpoints: ["enabled", "enabled"] });
    expect((await owner.fetch(path, toRequest("DELETE"))).status).toBe(204);
    expect(await readStates()).toEqual({ key: 401, endpoints: ["disabled", "disabled"] });
    expect(await owner.json(`${path}/programs`)).toEqual({ keys: [], endpoints: [] });
    expect(await owner.json(`/api/admin/audit?search=${key.id}`)).toMatchObject({
      items: [{ action: "api_key.revoked" }, { action: "api_key.created" }],
    });
  });

  test("a demoted member's keys and endpoints stop below admin, unless the owner keeps them", async () => {
    const { owner, readStates, path } = await createAdminWithPrograms();
    const setRole = (body: object) => owner.fetch(`${path}/role`, toRequest("PUT", body));
    await setRole({ role: "owner" });
    await setRole({ role: "support", keepsPrograms: true });
    expect(await readStates()).toEqual({ key: 200, endpoints: ["enabled", "enabled"] });
    await owner.fetch(`${path}?keepsPrograms=true`, toRequest("DELETE"));
    expect(await readStates()).toMatchObject({ key: 200 });
    await setRole({ role: "admin" });
    await setRole({ role: "support" });
    expect(await readStates()).toEqual({ key: 401, endpoints: ["disabled", "disabled"] });
  });

  test("a member who deletes their account leaves no key and no endpoint that works", async () => {
    const { admin, readStates } = await createAdminWithPrograms();
    expect((await admin.fetch("/api/me/account", toRequest("DELETE"))).status).toBe(204);
    expect(await readStates()).toEqual({ key: 401, endpoints: ["disabled", "disabled"] });
  });

  test("owners get an email about a new key, and an endpoint for all events", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createTeamMember(shop, "owner");
    const admin = await createSignedInUser({ role: "admin", env: shop.env, name: "Ada" });
    await admin.fetch(
      "/api/admin/developers/keys",
      toRequest("POST", { name: "Sync", scopes: ["orders:read"] }),
    );
    const [email] = await shop.emailsTo(owner.id);
    expect(email!.subject).toMatch(/^New API key: Sync \(gh_test_/);
    expect(email!.text).toContain("Ada created it.");
    for (const types of [["order.paid"], ["*"]])
      await admin.fetch(
        "/api/admin/developers/endpoints",
        toRequest("POST", { url: "https://example.com/hooks", types }),
      );
    await sendTeamEmails(shop, Date.now() + 20 * MINUTE);
    expect((await shop.emailsTo(owner.id)).map(({ subject }) => subject)).toEqual([
      email!.subject,
      "New webhook endpoint for all events: https://example.com/hooks",
    ]);
  });
});

async function sendTeamEmails(shop: TestShop, now: number) {
  const ctx = shop.ctx(undefined, now);
  await queueTeamEmails(ctx);
  await sendQueuedEmails(ctx);
}

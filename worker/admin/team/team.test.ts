import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Role } from "../../lib/roles.ts";
import { MINUTE } from "../../lib/time.ts";
import { newBuyer, openBrowser } from "../../testing/sign-in.ts";
import type { TeamMember } from "./show-team.ts";

const send = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

const roleOf = (userId: string) =>
  env.DB.prepare("SELECT role FROM users WHERE id = ?").bind(userId).first<Role>("role");

beforeEach(async () => {
  await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
});

afterEach(() => void vi.useRealTimers());

describe("the team", () => {
  test("is seen by an owner", async () => {
    const [owner, helper] = [
      await newBuyer({ role: "owner" }),
      await newBuyer({ role: "support" }),
    ];
    await newBuyer();
    const { members } = await owner.json<{ members: TeamMember[] }>("/api/admin/team");
    expect(members.map(({ id, role, current }) => [id, role, current])).toEqual([
      [owner.userId, "owner", true],
      [helper.userId, "support", false],
    ]);
  });

  test.each<[Role]>([["buyer"], ["support"], ["admin"]])("does not exist for %s", async (role) => {
    const person = await newBuyer({ role });
    const target = `/api/admin/team/${person.userId}/role`;
    for (const [path, init] of [
      ["/api/admin/team", {}],
      ["/api/admin/team", send("POST", { email: "x@example.com", role: "owner" })],
      [target, send("PUT", { role: "owner" })],
      [`/api/admin/team/${person.userId}`, send("DELETE")],
    ] as const) {
      expect((await person.fetch(path, init)).status).toBe(404);
    }
    expect(await roleOf(person.userId)).toBe(role);
  });

  test("asks a visitor to sign in", async () => {
    expect((await openBrowser().fetch("/api/admin/team")).status).toBe(401);
  });
});

describe("a role", () => {
  test("is given to who has signed in before, and acts at their next request", async () => {
    const [owner, person] = [
      await newBuyer({ role: "owner" }),
      await newBuyer({ email: "new@example.com" }),
    ];
    const response = await owner.fetch(
      "/api/admin/team",
      send("POST", { email: "New@example.com", role: "admin" }),
    );
    expect(response.status).toBe(201);
    expect(await person.json("/api/me")).toMatchObject({ user: { role: "admin" } });
  });

  test("is taken away, at once", async () => {
    const [owner, other] = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    expect((await other.fetch("/api/admin/team")).status).toBe(200);
    await owner.fetch(`/api/admin/team/${other.userId}`, send("DELETE"));
    expect((await other.fetch("/api/admin/team")).status).toBe(404);
  });

  test("is given to no unknown id", async () => {
    const owner = await newBuyer({ role: "owner" });
    const path = "/api/admin/team/usr_00000000000000000000000000/role";
    expect((await owner.fetch(path, send("PUT", { role: "admin" }))).status).toBe(404);
  });

  test.each([[{ role: "king" }], [{ role: "buyer" }], [{ role: "admin", status: "active" }], [{}]])(
    "is none of these: %j",
    async (body) => {
      const owner = await newBuyer({ role: "owner" });
      const path = `/api/admin/team/${owner.userId}/role`;
      expect((await owner.fetch(path, send("PUT", body))).status).toBe(422);
    },
  );

  test("changes only after a fresh sign-in", async () => {
    const owner = await newBuyer({ role: "owner" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    const response = await owner.fetch(
      `/api/admin/team/${owner.userId}/role`,
      send("PUT", { role: "admin" }),
    );
    expect(await response.json()).toMatchObject({ code: "sign_in_again" });
  });
});

describe("the last owner", () => {
  test("cannot step down or be removed", async () => {
    const owner = await newBuyer({ role: "owner" });
    const path = `/api/admin/team/${owner.userId}`;
    for (const [target, init] of [
      [`${path}/role`, send("PUT", { role: "admin" })],
      [path, send("DELETE")],
    ] as const) {
      const response = await owner.fetch(target, init);
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ code: "last_owner" });
    }
    expect(await roleOf(owner.userId)).toBe("owner");
  });

  test("is there even when two remove each other at once", async () => {
    const [one, two] = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    await Promise.all([
      one.fetch(`/api/admin/team/${two.userId}`, send("DELETE")),
      two.fetch(`/api/admin/team/${one.userId}`, send("DELETE")),
    ]);
    const roles = [await roleOf(one.userId), await roleOf(two.userId)];
    expect(roles.filter((role) => role === "owner")).toHaveLength(1);
  });

  test("is not saved by a disabled one", async () => {
    const [owner, gone] = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    await env.DB.prepare("UPDATE users SET status = 'disabled' WHERE id = ?")
      .bind(gone.userId)
      .run();
    expect((await owner.fetch(`/api/admin/team/${owner.userId}`, send("DELETE"))).status).toBe(409);
  });
});

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, test, vi, afterEach } from "vitest";
import type { Role } from "../../lib/roles.ts";
import { DAY } from "../../lib/time.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer, signInAs } from "../../testing/sign-in.ts";
import type { Invitation, TeamMember } from "./show-team.ts";

type Team = { outcome?: string; members: TeamMember[]; invitations: Invitation[] };

const send = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** An address of somebody who never came, and the hint that signs in with it. */
const newEmail = () => `p${crypto.randomUUID().slice(0, 8)}@example.com`;
const roleAt = async (email: string) =>
  env.DB.prepare("SELECT role FROM users WHERE email = ?").bind(email).first<Role>("role");
const audited = async (action: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM audit_entries WHERE action = ?")
    .bind(action)
    .first<number>("n");

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE users SET role = 'buyer'"),
    env.DB.prepare("DELETE FROM invitations"),
    env.DB.prepare("DELETE FROM audit_entries"),
  ]);
});
afterEach(() => void vi.useRealTimers());

describe("an invitation", () => {
  test.each(["support", "admin", "owner"] as const)(
    "makes %s of who signs in with the address, once",
    async (role) => {
      const owner = await newBuyer({ role: "owner" });
      const email = newEmail();
      const answer = await owner.fetch("/api/admin/team", send("POST", { email, role }));
      expect(answer.status).toBe(201);
      const team = await answer.json<Team>();
      expect(team.invitations).toMatchObject([{ email, role, isExpired: false }]);
      expect(team.outcome).toBe("not_mailed");

      const invited = await signInAs(email);
      expect(await invited.json("/api/me")).toMatchObject({ user: { role } });
      const after = await owner.json<Team>("/api/admin/team");
      expect(after.invitations).toEqual([]);
      expect(after.members).toHaveLength(2);
      expect(await audited("invitation.created")).toBe(1);
      expect(await audited("team_member.joined")).toBe(1);

      // Taken off the team again, a sign-in brings nobody back.
      const { id } = after.members.find((member) => member.email === email)!;
      await owner.fetch(`/api/admin/team/${id}`, send("DELETE"));
      await signInAs(email);
      expect(await roleAt(email)).toBe("buyer");
    },
  );

  test("acts at once for who is here already", async () => {
    const owner = await newBuyer({ role: "owner" });
    const email = newEmail();
    await newBuyer({ email });
    const answer = await owner.fetch(
      "/api/admin/team",
      send("POST", { email: email.toUpperCase(), role: "support" }),
    );
    expect(await answer.json()).toMatchObject({ outcome: "joined", invitations: [] });
    expect(await roleAt(email)).toBe("support");
    expect(await audited("team_member.updated")).toBe(1);
  });

  test("is for nobody whose address is not verified, nor for another address", async () => {
    const owner = await newBuyer({ role: "owner" });
    for (const email of ["owner@example.com", newEmail()])
      await owner.fetch("/api/admin/team", send("POST", { email, role: "owner" }));
    const [unverified, other] = [await signInAs("unverified"), await signInAs(newEmail())];
    for (const browser of [unverified, other])
      expect(await browser.json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("is good for 14 days, and begins anew when it is sent again", async () => {
    const owner = await newBuyer({ role: "owner" });
    const [late, renewed] = [newEmail(), newEmail()];
    for (const hint of [late, renewed])
      await owner.fetch("/api/admin/team", send("POST", { email: hint, role: "admin" }));
    await env.DB.prepare("UPDATE invitations SET expires_at = ?")
      .bind(Date.now() - 1)
      .run();
    const { invitations } = await owner.json<Team>("/api/admin/team");
    expect(invitations.map(({ isExpired }) => isExpired)).toEqual([true, true]);
    const { id } = invitations[1]!;
    const again = await owner.fetch(`/api/admin/team/invitations/${id}/mail`, send("POST"));
    const [, open] = (await again.json<Team>()).invitations;
    expect(open!.expiresAt).toBeGreaterThan(Date.now() + 13 * DAY);
    expect(open!.expiresAt).toBeLessThanOrEqual(Date.now() + 14 * DAY);
    expect(await (await signInAs(late)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
    expect(await (await signInAs(renewed)).json("/api/me")).toMatchObject({
      user: { role: "admin" },
    });
  });

  test("that is withdrawn does nothing, and cannot be sent or withdrawn again", async () => {
    const owner = await newBuyer({ role: "owner" });
    const hint = newEmail();
    const body = { email: hint, role: "admin" };
    await owner.fetch("/api/admin/team", send("POST", body));
    const { id } = (await owner.json<Team>("/api/admin/team")).invitations[0]!;
    const path = `/api/admin/team/invitations/${id}`;
    expect(await (await owner.fetch(path, send("DELETE"))).json()).toMatchObject({
      invitations: [],
    });
    expect((await owner.fetch(path, send("DELETE"))).status).toBe(404);
    expect((await owner.fetch(`${path}/mail`, send("POST"))).status).toBe(404);
    expect(await audited("invitation.revoked")).toBe(1);
    expect(await audited("invitation.renewed")).toBe(0);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("replaces the one before to the same address", async () => {
    const owner = await newBuyer({ role: "owner" });
    const email = newEmail();
    for (const role of ["owner", "support"])
      await owner.fetch("/api/admin/team", send("POST", { email, role }));
    const { invitations } = await owner.json<Team>("/api/admin/team");
    expect(invitations.map(({ role }) => role)).toEqual(["support"]);
  });

  test("takes nobody down", async () => {
    const owner = await newBuyer({ role: "owner" });
    const email = newEmail();
    await owner.fetch("/api/admin/team", send("POST", { email, role: "support" }));
    const body = { email: `other-${email}`, role: "owner" };
    await owner.fetch("/api/admin/team", send("POST", body));
    await env.DB.prepare("UPDATE invitations SET email = ? WHERE role = 'owner'").bind("x").run();
    await signInAs(email);
    await env.DB.batch([
      env.DB.prepare("UPDATE users SET role = 'owner' WHERE email = ?").bind(email),
      env.DB.prepare("UPDATE invitations SET accepted_at = NULL WHERE email = ?").bind(email),
    ]);
    await signInAs(email);
    expect(await roleAt(email)).toBe("owner");
  });

  test("by who is no owner any more is withdrawn with their role", async () => {
    const [owner, other] = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    const hint = newEmail();
    await other.fetch("/api/admin/team", send("POST", { email: hint, role: "owner" }));
    await owner.fetch(`/api/admin/team/${other.userId}/role`, send("PUT", { role: "admin" }));
    expect((await owner.json<Team>("/api/admin/team")).invitations).toEqual([]);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("by who has left with their account is withdrawn too", async () => {
    const [owner, other] = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    const hint = newEmail();
    await other.fetch("/api/admin/team", send("POST", { email: hint, role: "owner" }));
    expect((await other.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);
    expect((await owner.json<Team>("/api/admin/team")).invitations).toEqual([]);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("of the last owner stays when they cannot step down, and nothing is written down", async () => {
    const owner = await newBuyer({ role: "owner" });
    await owner.fetch("/api/admin/team", send("POST", { email: newEmail(), role: "owner" }));
    const stepDown = await owner.fetch(`/api/admin/team/${owner.userId}`, send("DELETE"));
    expect(await stepDown.json()).toMatchObject({ code: "last_owner" });
    expect((await owner.json<Team>("/api/admin/team")).invitations).toHaveLength(1);
    expect(await audited("team_member.updated")).toBe(0);
  });

  test("changes only after a fresh sign-in", async () => {
    const owner = await newBuyer({ role: "owner" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY / 2 });
    const id = `inv_${"0".repeat(26)}`;
    for (const [path, method] of [
      [`/api/admin/team/invitations/${id}/mail`, "POST"],
      [`/api/admin/team/invitations/${id}`, "DELETE"],
    ] as const)
      expect(await (await owner.fetch(path, send(method))).json()).toMatchObject({
        code: "sign_in_again",
      });
  });

  test("is told by mail, in the shop's name, with a link that opens nothing by itself", async () => {
    const shop = openTestShop({ mails: true });
    const owner = await newBuyer({ role: "owner", env: shop.env });
    const email = newEmail();
    const answer = await owner.fetch("/api/admin/team", send("POST", { email, role: "admin" }));
    expect((await answer.json<Team>()).outcome).toBe("mailed");
    const box = await fetch(
      `${inject("sandboxUrl")}/mail/messages?to=${encodeURIComponent(email)}`,
    );
    const { messages } = await box.json<{ messages: { subject: string; text: string }[] }>();
    expect(messages).toHaveLength(1);
    expect(messages[0]!.subject).toContain(env.SHOP_NAME);
    expect(messages[0]!.text).toContain("/signin?callbackUrl=%2Fadmin");
    expect(messages[0]!.text).toContain(email);
  });
});

import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, inject, test, vi } from "vitest";
import type { Role } from "../../shared/roles.ts";
import { DAY } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, signInAs } from "../../testing/clients/sign-in.ts";
import type { Invitation, TeamMember } from "./list-team.ts";

type Owner = Awaited<ReturnType<typeof createSignedInUser>>;

const listInvitations = async (owner: Owner) =>
  (await owner.json<{ items: Invitation[] }>("/api/admin/team/invitations")).items;
const listMembers = async (owner: Owner) =>
  (await owner.json<{ items: TeamMember[] }>("/api/admin/team")).items;

const toRequest = (method: string, body?: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body !== undefined && { body: JSON.stringify(body) }),
});

/** Returns an email address that has never signed in; it is also the sign-in hint. */
const newEmail = () => `p${crypto.randomUUID().slice(0, 8)}@example.com`;
const readRoleByEmail = async (email: string) =>
  env.DB.prepare("SELECT role FROM users WHERE email = ?").bind(email).first<Role>("role");
const countAuditEntries = async (action: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM audit_entries WHERE action = ?")
    .bind(action)
    .first<number>("n");

// All tests share one team.
beforeEach(emptyDatabase);

describe("an invitation", () => {
  test.each(["support", "admin", "owner"] as const)(
    "an invitation gives the role %s to the user who signs in with the address, once",
    async (role) => {
      const owner = await createSignedInUser({ role: "owner" });
      const email = newEmail();
      const answer = await owner.fetch("/api/admin/team", toRequest("POST", { email, role }));
      expect(answer.status).toBe(201);
      expect(await answer.json()).toEqual({ outcome: "not_emailed" });
      expect(await listInvitations(owner)).toMatchObject([{ email, role, isExpired: false }]);

      const invited = await signInAs(email);
      expect(await invited.json("/api/me")).toMatchObject({ user: { role } });
      expect(await listInvitations(owner)).toEqual([]);
      const members = await listMembers(owner);
      expect(members).toHaveLength(2);
      expect(await countAuditEntries("invitation.created")).toBe(1);
      expect(await countAuditEntries("team_member.joined")).toBe(1);

      // After removal from the team, a sign-in does not restore the role.
      const { id } = members.find((member) => member.email === email)!;
      await owner.fetch(`/api/admin/team/${id}`, toRequest("DELETE"));
      await signInAs(email);
      expect(await readRoleByEmail(email)).toBe("buyer");
    },
  );

  test("an invitation applies immediately if the user exists", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const email = newEmail();
    await createSignedInUser({ email });
    const answer = await owner.fetch(
      "/api/admin/team",
      toRequest("POST", { email: email.toUpperCase(), role: "support" }),
    );
    expect(await answer.json()).toEqual({ outcome: "joined" });
    expect(await listInvitations(owner)).toEqual([]);
    expect(await readRoleByEmail(email)).toBe("support");
    expect(await countAuditEntries("team_member.updated")).toBe(1);
  });

  test("an invitation is not accepted by an unverified or a different address", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    for (const email of ["owner@example.com", newEmail()])
      await owner.fetch("/api/admin/team", toRequest("POST", { email, role: "owner" }));
    const [unverified, other] = [await signInAs("unverified"), await signInAs(newEmail())];
    for (const browser of [unverified, other])
      expect(await browser.json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("an invitation expires after 14 days, and resending it starts them again", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const [late, renewed] = [newEmail(), newEmail()];
    for (const hint of [late, renewed])
      await owner.fetch("/api/admin/team", toRequest("POST", { email: hint, role: "admin" }));
    await env.DB.prepare("UPDATE invitations SET expires_at = ?")
      .bind(Date.now() - 1)
      .run();
    const invitations = await listInvitations(owner);
    expect(invitations.map(({ isExpired }) => isExpired)).toEqual([true, true]);
    const { id } = invitations[1]!;
    const again = await owner.fetch(`/api/admin/team/invitations/${id}/email`, toRequest("POST"));
    expect(again.status).toBe(200);
    const [, open] = await listInvitations(owner);
    expect(open!.expiresAt).toBeGreaterThan(Date.now() + 13 * DAY);
    expect(open!.expiresAt).toBeLessThanOrEqual(Date.now() + 14 * DAY);
    expect(await (await signInAs(late)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
    expect(await (await signInAs(renewed)).json("/api/me")).toMatchObject({
      user: { role: "admin" },
    });
  });

  test("an invitation has no effect once revoked, and cannot be resent or revoked again", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const hint = newEmail();
    const body = { email: hint, role: "admin" };
    await owner.fetch("/api/admin/team", toRequest("POST", body));
    const { id } = (await listInvitations(owner))[0]!;
    const path = `/api/admin/team/invitations/${id}`;
    expect((await owner.fetch(path, toRequest("DELETE"))).status).toBe(204);
    expect(await listInvitations(owner)).toEqual([]);
    expect((await owner.fetch(path, toRequest("DELETE"))).status).toBe(404);
    expect((await owner.fetch(`${path}/email`, toRequest("POST"))).status).toBe(404);
    expect(await countAuditEntries("invitation.revoked")).toBe(1);
    expect(await countAuditEntries("invitation.renewed")).toBe(0);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("an invitation replaces an earlier one to the same address", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const email = newEmail();
    for (const role of ["owner", "support"])
      await owner.fetch("/api/admin/team", toRequest("POST", { email, role }));
    const invitations = await listInvitations(owner);
    expect(invitations.map(({ role }) => role)).toEqual(["support"]);
  });

  test("an invitation never lowers a role", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const email = newEmail();
    await owner.fetch("/api/admin/team", toRequest("POST", { email, role: "support" }));
    const body = { email: `other-${email}`, role: "owner" };
    await owner.fetch("/api/admin/team", toRequest("POST", body));
    await env.DB.prepare("UPDATE invitations SET email = ? WHERE role = 'owner'").bind("x").run();
    await signInAs(email);
    await env.DB.batch([
      env.DB.prepare("UPDATE users SET role = 'owner' WHERE email = ?").bind(email),
      env.DB.prepare("UPDATE invitations SET accepted_at = NULL WHERE email = ?").bind(email),
    ]);
    await signInAs(email);
    expect(await readRoleByEmail(email)).toBe("owner");
  });

  test("an invitation is revoked when its sender stops being an owner", async () => {
    const [owner, other] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    const hint = newEmail();
    await other.fetch("/api/admin/team", toRequest("POST", { email: hint, role: "owner" }));
    await owner.fetch(`/api/admin/team/${other.userId}/role`, toRequest("PUT", { role: "admin" }));
    expect(await listInvitations(owner)).toEqual([]);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("an invitation is revoked when its sender deletes their account", async () => {
    const [owner, other] = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    const hint = newEmail();
    await other.fetch("/api/admin/team", toRequest("POST", { email: hint, role: "owner" }));
    expect((await other.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);
    expect(await listInvitations(owner)).toEqual([]);
    expect(await (await signInAs(hint)).json("/api/me")).toMatchObject({ user: { role: "buyer" } });
  });

  test("an invitation stays if the last owner fails to step down, and nothing is audited", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await owner.fetch("/api/admin/team", toRequest("POST", { email: newEmail(), role: "owner" }));
    const stepDown = await owner.fetch(`/api/admin/team/${owner.userId}`, toRequest("DELETE"));
    expect(await stepDown.json()).toMatchObject({ code: "last_owner" });
    expect(await listInvitations(owner)).toHaveLength(1);
    expect(await countAuditEntries("team_member.updated")).toBe(0);
  });

  test("an invitation can be resent or revoked only after a recent sign-in", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DAY / 2 });
    const id = `inv_${"0".repeat(26)}`;
    for (const [path, method] of [
      [`/api/admin/team/invitations/${id}/email`, "POST"],
      [`/api/admin/team/invitations/${id}`, "DELETE"],
    ] as const)
      expect(await (await owner.fetch(path, toRequest(method))).json()).toMatchObject({
        code: "sign_in_again",
      });
  });

  test("an invitation is emailed in the shop's name, with a link to the sign-in page", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const email = newEmail();
    const answer = await owner.fetch(
      "/api/admin/team",
      toRequest("POST", { email, role: "admin" }),
    );
    expect(await answer.json()).toEqual({ outcome: "emailed" });
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

import { describe, expect, test } from "vitest";
import { createSignedInUser, openBrowser, signInAs } from "../testing/clients/sign-in.ts";
import type { Account } from "./show-account.ts";

const json = (method: string, body: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("a visitor", () => {
  test("a visitor gets a null user and no error", async () => {
    const response = await openBrowser().fetch("/api/me");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user: null });
  });

  test.each([
    ["GET", "/api/me/account"],
    ["PATCH", "/api/me/account"],
    ["DELETE", "/api/me/sessions"],
    ["DELETE", "/api/me/sessions/ses_01m7ymwm31w24f0v8vekfd06b8"],
  ])("a visitor has no account: %s %s", async (method, path) => {
    expect((await openBrowser().fetch(path, { method })).status).toBe(401);
  });
});

describe("an account", () => {
  test("an account shows the user, their identities and their sessions", async () => {
    const browser = await signInAs("shown@example.com");
    expect(await browser.json<Account>("/api/me/account")).toEqual({
      user: {
        id: expect.any(String),
        name: "shown",
        email: "shown@example.com",
        emailVerified: true,
        image: null,
        role: "buyer",
        locale: "en",
        timeZone: null,
        wantsReminders: true,
        wantsNews: false,
        doEmailsBounce: false,
      },
      identities: [
        {
          id: expect.stringMatching(/^idn_/),
          provider: "oidc",
          providerName: "Sandbox ID",
          createdAt: expect.any(Number),
        },
      ],
      sessions: [
        {
          id: expect.stringMatching(/^ses_/),
          current: true,
          createdAt: expect.any(Number),
          lastSeenAt: expect.any(Number),
          userAgent: null,
          country: null,
        },
      ],
    });
  });

  test("an account can be renamed, and the name is cleaned", async () => {
    const user = await createSignedInUser();
    const response = await user.fetch(
      "/api/me/account",
      json("PATCH", { name: "  Ann \u202e<b>  " }),
    );
    expect(await response.json()).toMatchObject({ user: { name: "Ann <b>" } });
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "Ann <b>" } });
  });

  test.each([
    [{ name: "" }],
    [{ name: "\u200b" }],
    [{ name: "x".repeat(121) }],
    [{ name: 7 }],
    [{}],
    [{ name: "Ann", role: "owner" }],
    [{ name: "Ann", email: "owner@example.com" }],
    [{ name: "Ann", id: "usr_other" }],
  ])("an account refuses %j", async (body) => {
    const user = await createSignedInUser();
    expect((await user.fetch("/api/me/account", json("PATCH", body))).status).toBe(422);
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "A Buyer", role: "buyer" } });
  });
});

describe("a revoked session", () => {
  test("a revoked session is rejected at its next request, and the others still work", async () => {
    const [here, there] = [await signInAs("two@example.com"), await signInAs("two@example.com")];
    const { sessions } = await here.json<Account>("/api/me/account");
    expect(sessions).toHaveLength(2);
    const other = sessions.find(({ current }) => !current);
    expect((await here.fetch(`/api/me/sessions/${other?.id}`, { method: "DELETE" })).status).toBe(
      204,
    );
    expect((await there.fetch("/api/me/account")).status).toBe(401);
    expect((await here.fetch("/api/me/account")).status).toBe(200);
  });

  test("the current session can be revoked", async () => {
    const user = await createSignedInUser();
    await user.fetch(`/api/me/sessions/${user.sessionId}`, { method: "DELETE" });
    expect(await user.json("/api/me")).toEqual({ user: null });
  });

  test("a revoked session can't be another user's: it is treated as unknown", async () => {
    const [ann, bob] = [await createSignedInUser(), await createSignedInUser()];
    const response = await ann.fetch(`/api/me/sessions/${bob.sessionId}`, { method: "DELETE" });
    expect(response.status).toBe(404);
    expect((await bob.fetch("/api/me/account")).status).toBe(200);
  });

  test("all sessions except the current one can be revoked at once", async () => {
    const [here, there, elsewhere] = [
      await signInAs("three@example.com"),
      await signInAs("three@example.com"),
      await createSignedInUser(),
    ];
    expect((await here.fetch("/api/me/sessions", { method: "DELETE" })).status).toBe(204);
    expect((await here.fetch("/api/me/account")).status).toBe(200);
    expect((await there.fetch("/api/me/account")).status).toBe(401);
    expect((await elsewhere.fetch("/api/me/account")).status).toBe(200);
  });
});

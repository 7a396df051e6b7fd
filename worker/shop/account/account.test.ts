import { describe, expect, test } from "vitest";
import { newBuyer, openBrowser, signInAs } from "../../testing/sign-in.ts";
import type { Account } from "./show-account.ts";

const json = (method: string, body: unknown) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

describe("a visitor", () => {
  test("is nobody, which is no error", async () => {
    const response = await openBrowser().fetch("/api/me");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ user: null });
  });

  test.each([
    ["GET", "/api/me/account"],
    ["PATCH", "/api/me/account"],
    ["DELETE", "/api/me/sessions"],
    ["DELETE", "/api/me/sessions/ses_01m7ymwm31w24f0v8vekfd06b8"],
  ])("has no account: %s %s", async (method, path) => {
    expect((await openBrowser().fetch(path, { method })).status).toBe(401);
  });
});

describe("an account", () => {
  test("shows the person, how they sign in and where", async () => {
    const browser = await signInAs("shown@example.com");
    expect(await browser.json<Account>("/api/me/account")).toEqual({
      user: {
        id: expect.any(String),
        name: "shown",
        email: "shown@example.com",
        emailVerified: true,
        image: null,
        role: "buyer",
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

  test("takes another name, cleaned", async () => {
    const buyer = await newBuyer();
    const response = await buyer.fetch(
      "/api/me/account",
      json("PATCH", { name: "  Ann \u202e<b>  " }),
    );
    expect(await response.json()).toMatchObject({ user: { name: "Ann <b>" } });
    expect(await buyer.json("/api/me")).toMatchObject({ user: { name: "Ann <b>" } });
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
  ])("refuses %j", async (body) => {
    const buyer = await newBuyer();
    expect((await buyer.fetch("/api/me/account", json("PATCH", body))).status).toBe(422);
    expect(await buyer.json("/api/me")).toMatchObject({ user: { name: "A Buyer", role: "buyer" } });
  });
});

describe("a revoked session", () => {
  test("is dead at its next request, the others live", async () => {
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

  test("can be the current one", async () => {
    const buyer = await newBuyer();
    await buyer.fetch(`/api/me/sessions/${buyer.sessionId}`, { method: "DELETE" });
    expect(await buyer.json("/api/me")).toEqual({ user: null });
  });

  test("is never another person's: that looks like one nobody has", async () => {
    const [ann, bob] = [await newBuyer(), await newBuyer()];
    const response = await ann.fetch(`/api/me/sessions/${bob.sessionId}`, { method: "DELETE" });
    expect(response.status).toBe(404);
    expect((await bob.fetch("/api/me/account")).status).toBe(200);
  });

  test("is every one but this, when all others are ended", async () => {
    const [here, there, elsewhere] = [
      await signInAs("three@example.com"),
      await signInAs("three@example.com"),
      await newBuyer(),
    ];
    expect((await here.fetch("/api/me/sessions", { method: "DELETE" })).status).toBe(204);
    expect((await here.fetch("/api/me/account")).status).toBe(200);
    expect((await there.fetch("/api/me/account")).status).toBe(401);
    expect((await elsewhere.fetch("/api/me/account")).status).toBe(200);
  });
});

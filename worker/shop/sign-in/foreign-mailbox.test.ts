import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { readConfig } from "../../config/config.ts";
import { newId } from "../../lib/ids.ts";
import { createFakeProvider } from "../../testing/fakes/fake-provider.ts";
import { createSignedInUser, openBrowser, postToAuth } from "../../testing/clients/sign-in.ts";

afterEach(() => void vi.restoreAllMocks());

/** Signs in with an address that a provider calls verified, in a shop with these owners. */
async function signInWith(email: string, ownerEmails: string) {
  const userinfo = { sub: crypto.randomUUID(), email };
  const provider = createFakeProvider({ userinfo, idToken: { sub: userinfo.sub } });
  const browser = openBrowser({ env: { ...provider.env, OWNER_EMAILS: ownerEmails } });
  const url = await postToAuth(browser, "/api/auth/signin/oidc");
  await browser.fetch(provider.approve(url));
  const { user } = await browser.json<{ user: { role: string; email: string | null } | null }>(
    "/api/me",
  );
  return user;
}

const toFullWidth = (text: string) =>
  text.replaceAll(/[a-z0-9]/g, (letter) =>
    String.fromCodePoint(letter.codePointAt(0)! - 0x61 + 0xff41),
  );

const newName = () => `kim${crypto.randomUUID().replaceAll(/[^a-f]/g, "")}`;

const foreign: [description: string, change: (name: string) => string][] = [
  ["full-width letters", toFullWidth],
  ["the Kelvin sign", (name) => name.replace("k", "\u212a")],
  ["a ligature", (name) => `${name}\ufb01`],
  ["mathematical letters", (name) => name.replace("m", "\u{1d426}")],
];

describe("a mailbox whose address only looks like an owner's after normalization", () => {
  test.each(foreign)("a look-alike mailbox does not become an owner: %s", async (_, change) => {
    const name = newName();
    const claimed = `${change(name)}@example.com`;
    const owner = claimed.normalize("NFKC").toLowerCase();
    expect(await signInWith(claimed, owner)).toMatchObject({ role: "buyer" });
    expect(await signInWith(owner, owner)).toMatchObject({ role: "owner", email: owner });
  });

  test.each(foreign)(
    "a look-alike mailbox does not accept an invitation: %s",
    async (_, change) => {
      const claimed = `${change(newName())}@example.com`;
      await insertInvitation(claimed.normalize("NFKC").toLowerCase());
      expect(await signInWith(claimed, "")).toMatchObject({ role: "buyer" });
    },
  );

  test.each(foreign)(
    "a look-alike mailbox does not get the other one as its email: %s",
    async (_, change) => {
      const claimed = `${change(newName())}@example.com`;
      expect(await signInWith(claimed, "")).toMatchObject({ email: null });
    },
  );

  test("a mailbox with a look-alike domain does not become an owner", async () => {
    const name = newName();
    const user = await signInWith(`${name}@\uff45xample.com`, `${name}@example.com`);
    expect(user).toMatchObject({ role: "buyer", email: null });
  });
});

describe("an address with a non-ASCII local part", () => {
  test("a non-ASCII address signs in, but accepts no invitation", async () => {
    const email = `j\u00f6rg-${crypto.randomUUID()}@example.com`;
    await insertInvitation(email);
    expect(await signInWith(email, "")).toMatchObject({ role: "buyer", email });
  });

  test.each(["j\u00f6rg@example.com", "\uff4bim@example.com", "\u212aim@example.com"])(
    "a non-ASCII address in OWNER_EMAILS is refused, and the shop does not start: %s",
    (email) => {
      expect(() => readConfig({ ...env, OWNER_EMAILS: `ann@example.com,${email}` })).toThrow(
        /OWNER_EMAILS/,
      );
    },
  );

  test.each(["j\u00f6rg@example.com", "\uff4bim@example.com", "\u212aim@example.com"])(
    "a non-ASCII address cannot be invited: %s",
    async (email) => {
      const owner = await createSignedInUser({ role: "owner" });
      const response = await owner.fetch("/api/admin/team", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, role: "admin" }),
      });
      expect(await response.json()).toMatchObject({ status: 422, fields: [{ path: "email" }] });
    },
  );
});

async function insertInvitation(email: string): Promise<void> {
  const { userId } = await createSignedInUser({ role: "owner" });
  const now = Date.now();
  await env.DB.prepare(
    "INSERT INTO invitations (id, email, role, invited_by, created_at, expires_at) VALUES (?, ?, 'admin', ?, ?, ?)",
  )
    .bind(newId("inv", now), email, userId, now, now + 60_000)
    .run();
}

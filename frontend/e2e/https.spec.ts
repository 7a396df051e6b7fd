import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectHeading } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop({ from: "empty", protocol: "https" });
const browser = useBrowser();

const SESSION = "__Host-gatehouse.session";

it("over HTTPS, session cookies are bound to the host, survive a reload and stop working after sign-out", async () => {
  const page = await browser.open("/signin");
  const cookies = async () =>
    new Map((await page.context().cookies(shopUrl())).map((cookie) => [cookie.name, cookie]));
  const isSignedIn = () =>
    page.evaluate(async () => (await (await fetch("/api/me")).json()).user !== null);

  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByRole("button", { name: /Ann/ }).click();
  await page.waitForURL(`${shopUrl()}/`);
  expect(await isSignedIn()).toBe(true);

  const afterSignIn = await cookies();
  for (const name of [SESSION, "__Host-gatehouse.csrf"]) {
    expect(afterSignIn.get(name)).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
      // With a Domain attribute, the domain would start with a dot.
      domain: "localhost",
    });
  }
  expect([...afterSignIn.keys()].filter((name) => !name.startsWith("__Host-"))).toEqual([]);

  const reloaded = await page.reload();
  expect(reloaded?.headers()["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  const apiHeader = await page.evaluate(async () =>
    (await fetch("/api/me")).headers.get("strict-transport-security"),
  );
  expect(apiHeader).toMatch(/^max-age=\d{8}/);
  expect(await isSignedIn()).toBe(true);

  await page.goto("/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${shopUrl()}/`);
  expect(await isSignedIn()).toBe(false);
  expect((await cookies()).has(SESSION)).toBe(false);

  // A saved cookie is useless after sign-out, because the server deleted the session.
  await page.context().addCookies([afterSignIn.get(SESSION)!]);
  expect(await isSignedIn()).toBe(false);
  await page.goto("/account");
  await expectHeading(page, "Sign in");
});

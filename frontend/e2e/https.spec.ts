import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { useHttpsShop } from "./https-shop.ts";
import { expectHeading } from "./user-actions.ts";

const shop = useHttpsShop();
const browser = useBrowser();

const SESSION = "__Host-gatehouse.session";

it("over https a person's cookies are bound to the host, survive a reload and end with the session", async () => {
  const page = await browser.open("/signin", { origin: shop.url() });
  const cookies = async () =>
    new Map((await page.context().cookies(shop.url())).map((cookie) => [cookie.name, cookie]));
  const isSignedIn = () =>
    page.evaluate(async () => (await (await fetch("/api/me")).json()).user !== null);

  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.getByRole("button", { name: /Ann/ }).click();
  await page.waitForURL(`${shop.url()}/`);
  expect(await isSignedIn()).toBe(true);

  const afterSignIn = await cookies();
  for (const name of [SESSION, "__Host-gatehouse.csrf"]) {
    expect(afterSignIn.get(name)).toMatchObject({
      secure: true,
      httpOnly: true,
      sameSite: "Lax",
      path: "/",
      // A cookie with a Domain attribute would show it with a dot before it.
      domain: "localhost",
    });
  }
  expect([...afterSignIn.keys()].filter((name) => !name.startsWith("__Host-"))).toEqual([]);

  const reloaded = await page.reload();
  expect(reloaded?.headers()["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  const ofTheApi = await page.evaluate(async () =>
    (await fetch("/api/me")).headers.get("strict-transport-security"),
  );
  expect(ofTheApi).toMatch(/^max-age=\d{8}/);
  expect(await isSignedIn()).toBe(true);

  await page.goto("/signout");
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${shop.url()}/`);
  expect(await isSignedIn()).toBe(false);
  expect((await cookies()).has(SESSION)).toBe(false);

  // Who kept the cookie has nothing: the session is gone on the server, too.
  await page.context().addCookies([afterSignIn.get(SESSION)!]);
  expect(await isSignedIn()).toBe(false);
  await page.goto("/account");
  await expectHeading(page, "Sign in");
});

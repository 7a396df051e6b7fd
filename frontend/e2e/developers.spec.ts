import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { developerPaths } from "../admin/frame/console-paths.ts";
import { useBrowser } from "./browser.ts";
import { intercept } from "./intercept.ts";
import {
  collectPageErrors,
  expectGoodScreen,
  findAccessibilityViolations,
  saveScreenshots,
} from "./page-checks.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";
import { expectHeading, followLink, newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

let owner: HttpSession;
let page: Page;

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

/** A state of a screen that is checked on both widths elsewhere in this file. */
async function expectState(name: string): Promise<void> {
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await saveScreenshots(page, `developers ${name}`);
}

const expectScreen = (name: string) =>
  expectGoodScreen(page, `developers ${name}`, { mayEndOnPhone: true });

/** Opens a screen that must show `text`, and checks it. */
async function openScreen(name: string, path: string, text: string | RegExp): Promise<void> {
  await followLink(page, path);
  await page.getByRole("main").getByText(text).first().waitFor();
  await expectScreen(name);
}

/** Asks the API whether a customer may use a feature, and returns the status and the code of an error. */
async function callApi(key: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(
    `${shopUrl()}/api/v1/entitlements/check?feature=export&email=nobody@example.com`,
    { headers: { authorization: `Bearer ${key}` } },
  );
  const { code } = (await response.json()) as { code?: string };
  return { status: response.status, ...(code && { code }) };
}

/** Reads the secret that the page shows once. */
const readSecret = async (start: string) =>
  (await page.getByRole("main").getByText(start).first().textContent())!;

it("the OpenAPI document is there for programs of every origin, without a key", async () => {
  const response = await fetch(`${shopUrl()}/api/v1/openapi.json`);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
    "x-content-type-options": "nosniff",
  });
  expect(await response.json()).toEqual(JSON.parse(readFileSync("docs/openapi.json", "utf8")));
});

describe("API keys", () => {
  it("the empty screens say what comes first", async () => {
    const pageErrors = collectPageErrors(page);
    for (const [path, text] of [
      [developerPaths.apiKeys, "No API keys yet"],
      [developerPaths.webhooks, "No endpoints yet"],
    ] as const) {
      await followLink(page, path);
      await page.getByRole("main").getByText(text).first().waitFor();
      await expectState(text);
    }
    await openScreen("settings", developerPaths.settings, "Save settings");
    expect(pageErrors).toEqual([]);
  });

  it("the quickstart makes a key, and its snippets have the key and the feature", async () => {
    await openScreen("quickstart", developerPaths.quickstart, "Check access from your app");
    await page.getByRole("button", { name: "Create a key" }).click();
    const key = await readSecret("gh_test_");
    await page.getByLabel("Customer email or ID").fill("owner@example.com");
    await page.getByRole("button", { name: "Check access" }).click();
    await page.getByText("owner@example.com doesn’t have access to").waitFor();
    const command = page.getByRole("tabpanel").getByText("curl");
    expect(await command.textContent()).toContain(key);
    await page.getByRole("tab", { name: "curl" }).press("ArrowRight");
    await page.getByRole("tab", { name: "fetch", selected: true }).waitFor();
    for (const name of ["Hono", "Express", "Next.js"]) {
      await page.getByRole("tab", { name }).click();
      expect(await page.getByRole("tabpanel").textContent()).not.toContain(key);
    }
    expect(await callApi(key)).toEqual({ status: 200 });
  });

  it("a key is created, used, rolled after a fresh sign-in, and revoked", async () => {
    await followLink(page, developerPaths.newApiKey);
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Enter a name.").waitFor();
    await page.getByLabel("Name").fill("Production server");
    await page.getByLabel("Choose scopes").check();
    await expectScreen("new key");
    await page.getByLabel("entitlements:read").check();
    await page.getByLabel("Expiration").selectOption({ label: "90 days" });
    await page.getByRole("button", { name: "Create key" }).click();
    await expectHeading(page, "Your new API key");
    const key = await readSecret("gh_test_");
    await expectState("new key, shown once");
    expect(await callApi(key)).toEqual({ status: 200 });

    await page.getByRole("link", { name: "Done" }).click();
    const row = page.getByRole("row", { name: /Production server/ });
    await row.getByText(key.slice(0, 12)).waitFor();
    expect(await page.content()).not.toContain(key);
    await expectScreen("keys");

    await intercept(
      page,
      "**/rotation",
      (route) => route.fulfill({ status: 403, json: { code: "sign_in_again" } }),
      { times: 1 },
    );
    await row.getByRole("button", { name: "Roll" }).click();
    await page.getByLabel("Old key expires").selectOption({ label: "After 1 hour" });
    await expectState("roll key");
    await page.getByRole("button", { name: "Roll key" }).click();
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByRole("button", { name: /Olive Owner/ }).click();
    await expectHeading(page, "Your new API key “Production server”");
    const newKey = await readSecret("gh_test_");
    expect([await callApi(key), await callApi(newKey)]).toEqual([{ status: 200 }, { status: 200 }]);

    const oldRow = page.getByRole("row", { name: /Rolled\. Works until/ });
    await oldRow.getByRole("button", { name: "Revoke" }).click();
    await expectState("revoke key");
    await page.getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("Expired and revoked keys (1)").waitFor();
    expect(await callApi(key)).toEqual({ status: 401, code: "api_key_revoked" });
    expect(await callApi(newKey)).toEqual({ status: 200 });
  });
});

type ReceivedHook = { headers: Record<string, string>; body: string };

/** A receiver in the sandbox that takes the shop's webhooks. */
const receiver = () =>
  `${sandboxUrl()}/hooks/journey-with-a-name-so-long-that-a-phone-has-to-break-it`;

async function listReceived(): Promise<ReceivedHook[]> {
  const response = await fetch(`${receiver()}/received`);
  return ((await response.json()) as { received: ReceivedHook[] }).received;
}

const answerWith = (status: number, body: string) =>
  fetch(`${receiver()}/rules`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rules: [{ status, body }] }),
  });

type KnownEndpoint = { id: string; failingSince: string | null };
type KnownDelivery = { type: string | null; status: string };

/** Asks the console's API for what it knows about the only endpoint, with the page's session: it signs in anew. */
async function readEndpoint(): Promise<KnownEndpoint & { deliveries: KnownDelivery[] }> {
  const ask = async <Answer>(path: string) =>
    (await (await page.request.get(`/api/admin/developers/endpoints${path}`)).json()) as Answer;
  const { endpoints } = await ask<{ endpoints: KnownEndpoint[] }>("");
  const endpoint = endpoints[0]!;
  const { items } = await ask<{ items: KnownDelivery[] }>(`/${endpoint.id}/deliveries`);
  return { ...endpoint, deliveries: items };
}

describe("webhooks", () => {
  it("an endpoint is added, tested, and gets an event that the console shows", async () => {
    await followLink(page, developerPaths.newEndpoint);
    await page.getByLabel("URL").fill("http://10.0.0.1/hooks");
    await page.getByLabel("Choose events").check();
    await expectScreen("new endpoint");
    await page.getByLabel("All events").check();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByText("Must start with https://.").waitFor();
    await page.getByLabel("URL").fill(receiver());
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expectHeading(page, "Your signing secret");
    expect(await readSecret("whsec_")).toMatch(/^whsec_/);
    await expectState("new endpoint, secret");
    await page.getByRole("link", { name: "Go to the endpoint" }).click();

    await page.getByRole("button", { name: "Send test event" }).click();
    await page.getByText(/The endpoint accepted the event: 200/).waitFor();
    expect((await listReceived()).map(({ body }) => JSON.parse(body).type)).toEqual([
      "webhook.test",
    ]);

    await signIn(shopUrl(), newGuestEmail());
    const delivered = { type: "customer.created", status: "delivered" };
    await expect
      .poll(async () => (await readEndpoint()).deliveries)
      .toContainEqual(expect.objectContaining(delivered));
    await page.reload();
    await page.getByRole("row", { name: /customer\.created.*Delivered/ }).waitFor();
    await expectScreen("endpoint");
    await page.getByRole("link", { name: "customer.created" }).first().click();
    await expectHeading(page, "customer.created");
    await page.getByText("webhook-id: evt_").waitFor();
    await expectScreen("delivery");
    await page.getByRole("link", { name: /^evt_/ }).click();
    await page.getByText("A customer signed in for the first time.").waitFor();
    await page.getByRole("link", { name: receiver() }).waitFor();
    await expectScreen("event");
    await followLink(page, developerPaths.feed);
    await page.getByRole("link", { name: "customer.created" }).first().waitFor();
    await expectScreen("events");
  });

  it("a failing endpoint explains itself, its delivery is retried, and it is disabled and deleted", async () => {
    await answerWith(500, "The database is down.");
    await signIn(shopUrl(), newGuestEmail());
    await expect.poll(async () => (await readEndpoint()).failingSince).not.toBeNull();
    await page.goto(developerPaths.webhooks);
    await page.getByRole("main").getByText("Failing").waitFor();
    await expectScreen("webhooks");
    await page.getByRole("link", { name: receiver() }).click();
    await page.getByText(/Every attempt has failed since/).waitFor();
    await expectState("endpoint, failing");
    await page.getByRole("link", { name: "customer.created" }).first().click();
    await page.getByText("The database is down.").waitFor();
    await answerWith(200, "Better now.");
    await page.getByRole("button", { name: "Retry now" }).click();
    await page.getByText("Delivered.").waitFor();

    await page.getByRole("link", { name: "Endpoint" }).first().click();
    await page.getByRole("button", { name: "Retry failed deliveries" }).click();
    await expectState("retry since");
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await page.getByText("No failed deliveries to retry.").waitFor();
    await page.getByRole("button", { name: "Roll secret" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Roll secret" }).click();
    await expectHeading(page, "Your new signing secret");
    await page.getByText("Old secret expires").waitFor();
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Description").fill("The app’s own receiver");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The app’s own receiver").waitFor();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Disabled by your team.").waitFor();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByRole("button", { name: "Disable" }).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await expectState("delete endpoint");
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await page.getByText("No endpoints yet").waitFor();
  });
});

it("the settings refuse an origin with a path and keep a correct one", async () => {
  await followLink(page, developerPaths.settings);
  const origins = page.getByLabel("Allowed origins");
  await origins.fill("https://app.example.com/thanks");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText(/Enter only the origin/).waitFor();
  await origins.fill("https://app.example.com");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await origins.inputValue()).toBe("https://app.example.com");
});

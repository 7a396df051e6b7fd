import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Sandbox } from "@gatehouse/sandbox";
import { createTestAccount, startTestSandbox } from "@gatehouse/sandbox/testing/test-account";
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from "vitest";
import { startCloudflareStandIn, type CloudflareStandIn } from "../testing/cloudflare/stand-in.ts";
import { createDialog, SetupCanceled } from "./dialog.ts";
import { readSettingsFile } from "./settings-file.ts";
import { setUpByAsking } from "./set-up.ts";
import { shopSandboxOptions } from "../shop/sandbox-options.ts";
import type { Surroundings } from "./surroundings.ts";
import { createTerminal, CTRL_C, DOWN, ENTER } from "./testing/terminal.ts";
import { createTestSurroundings } from "./testing/test-surroundings.ts";

let standIn: CloudflareStandIn;
let sandbox: Sandbox;
let surroundings: Surroundings;
beforeAll(async () => {
  standIn = await startCloudflareStandIn({ subdomain: "fern", zones: ["fern.example"] });
  standIn.account.sendingDomains.push("fern.example");
  sandbox = await startTestSandbox({
    publicUrl: "https://id.fern.example",
    ...shopSandboxOptions({
      appUrl: "https://shop.fern.example",
      webhookSecret: "whsec_test",
      oidcClient: { id: "fern", secret: "right-secret" },
    }),
  });
  surroundings = createTestSurroundings({
    cloudflareUrl: standIn.url,
    stripeUrl: sandbox.url,
    hosts: { "id.fern.example": sandbox.url },
  });
});
afterAll(() => Promise.all([standIn.close(), sandbox.stop()]));

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "setup-"))));
afterEach(() => rmSync(dir, { recursive: true }));

/** Begins a setup in a terminal. */
function begin() {
  const terminal = createTerminal();
  const settingsFile = join(dir, "gatehouse.env");
  const ended = setUpByAsking(settingsFile, surroundings, createDialog(terminal));
  ended.catch(terminal.fail);
  return { ...terminal, ended, settingsFile };
}

const permissions = [
  "Workers Scripts Write",
  "D1 Write",
  "Queues Write",
  "Workers R2 Storage Write",
];
const all = [
  ...permissions,
  "Account Settings Read",
  "Email Sending Read",
  "Zone Read",
  "Workers Routes Write",
];

test("each answer is checked, kept at once, and a stopped setup goes on where it was", async () => {
  const first = begin();
  await first.answer("How may the setup use", ENTER);
  await first.answer(
    "Paste the token",
    standIn.createToken(all.filter((each) => each !== "D1 Write")) + ENTER,
  );
  await first.see("lacks Account › D1 › Edit");
  await first.answer("How may the setup use", ENTER);
  await first.answer("Paste the token", standIn.createToken(all) + ENTER);
  await first.answer("Name of the Worker", ENTER);
  await first.answer("Where do customers find", ENTER);
  await first.answer("Host name of the shop", ENTER);
  await first.answer("Where shall the data be?", ENTER);
  // Enter alone chooses no place.
  await first.answer("Where shall the data be?", DOWN + ENTER);
  await first.answer("Name of the shop", `Tidewater${ENTER}`);
  await first.answer("A line below it", ENTER);
  await first.answer("The language", DOWN + ENTER);
  await first.answer("Your email address", `fern-owner@example.org${ENTER}`);
  await first.see("SHOP_NAME is the demo shop's");
  await first.answer("Name of the shop", CTRL_C);
  await expect(first.ended).rejects.toThrow(SetupCanceled);
  expect(readSettingsFile(first.settingsFile)).toMatchObject({
    CLOUDFLARE_ACCOUNT_ID: standIn.account.id,
    WORKER_NAME: "gatehouse",
    AUTH_URL: "https://shop.fern.example/api/auth",
    DATA_JURISDICTION: "eu",
  });

  const second = begin();
  // It asks nothing that was right.
  await second.answer("Name of the shop", `\u0015Fern${ENTER}`);
  await second.answer("A line below it", ENTER);
  await second.answer("The language", DOWN + ENTER);
  await second.answer("Your email address", ENTER);
  expect(second.shown()).not.toContain("Where do customers find");
  await second.answer("How do customers sign in?", DOWN.repeat(4) + ENTER);
  await second.see("https://shop.fern.example/api/auth/callback/oidc");
  await second.answer("Issuer", `https://id.fern.example/oidc${ENTER}`);
  await second.answer("Client ID", `fern${ENTER}`);
  await second.answer("Client secret", `wrong-secret${ENTER}`);
  await second.answer("Name on the button", `Fern ID${ENTER}`);
  await second.see("refuses the client id or its secret");
  await second.answer("How do customers sign in?", ENTER);
  await second.answer("Issuer", ENTER);
  await second.answer("Client ID", ENTER);
  await second.answer("Client secret", `right-secret${ENTER}`);
  await second.answer("Name on the button", ENTER);
  await second.answer("Restricted or secret key", createTestAccount(sandbox).key + ENTER);
  await second.answer("How does the shop send emails?", ENTER);
  await second.answer("Sender, with a name", `Fern <shop@other.example>${ENTER}`);
  await second.see("Email Sending is not enabled for other.example");
  await second.answer("How does the shop send emails?", ENTER);
  await second.answer("Sender, with a name", `\u0015Fern <shop@fern.example>${ENTER}`);
  await second.answer("Go on?", "n");
  await second.ended;
  expect(second.shown()).toContain("+ make     the database gatehouse");
  expect(second.shown()).toContain("+ make     at Stripe, a webhook endpoint");
  expect(second.shown()).toContain("Nothing was changed");
  expect(second.shown()).not.toContain("right-secret");
  expect(standIn.account.databases.size).toBe(0);
  expect(readSettingsFile(second.settingsFile)).toMatchObject({
    SHOP_NAME: "Fern",
    SETUP_LANGUAGE: "de",
    OIDC_ISSUER: "https://id.fern.example/oidc",
    EMAIL_PROVIDER: "cloudflare",
    EMAIL_FROM: "Fern <shop@fern.example>",
  });
});

test("a setup that is stopped at once leaves nothing behind", async () => {
  const { answer, ended, settingsFile } = begin();
  await answer("How may the setup use", CTRL_C);
  await expect(ended).rejects.toThrow(SetupCanceled);
  expect(existsSync(settingsFile)).toBe(false);
});

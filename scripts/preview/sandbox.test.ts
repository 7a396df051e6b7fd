import { expect, test } from "vitest";
import { tryShop } from "../deploy/try-shop.ts";
import { deriveSecrets, getDryRunWorld, getSandboxName, openWorld } from "./sandbox.ts";
import { findMissingPreviewVariables, readSandboxPreviewSettings } from "./settings.ts";

const env = { WORKERS_SUBDOMAIN: "tide", PREVIEW_DATA_LOCATION: "weur" };
const origin = "https://gatehouse-x-0123abcd.tide.workers.dev";
const sandboxOrigin = "https://gatehouse-x-0123abcd-sandbox.tide.workers.dev";

test("a preview with a sandbox needs Cloudflare's variables only", () => {
  expect(findMissingPreviewVariables(env, true)).toEqual([]);
  expect(findMissingPreviewVariables({ ...env, CI: "true" }, true)).toEqual([
    "CLOUDFLARE_API_TOKEN",
  ]);
  expect(findMissingPreviewVariables({}, true)).toHaveLength(2);
});

test("the settings of such a preview lead to its world for payments, sign-in, emails and the time", () => {
  const world = getDryRunWorld(sandboxOrigin);
  const { vars, secrets, config } = readSandboxPreviewSettings(env, { origin, world });
  expect(vars).toMatchObject({
    STRIPE_API_URL: sandboxOrigin,
    OIDC_ISSUER: `${sandboxOrigin}/preview/oidc`,
    EMAIL_API_URL: `${sandboxOrigin}/preview/mail`,
    CLOCK_URL: `${sandboxOrigin}/preview/_sandbox/clock`,
    OWNER_EMAILS: "owner@example.com",
  });
  expect(secrets["STRIPE_SECRET_KEY"]).toBe(world.secretKey);
  expect(config.stripe.webhookSecrets).toEqual([deriveSecrets(world).webhook]);
});

test("a dry run shows the plan with Cloudflare's variables only, and no secret", async () => {
  const world = getDryRunWorld(sandboxOrigin);
  const settings = readSandboxPreviewSettings(env, { origin, world });
  const lines: string[] = [];
  const commands: string[] = [];
  await tryShop(
    { name: "gatehouse-x-0123abcd", settings },
    {
      print: (line) => lines.push(line),
      runner: async (command, args) => {
        commands.push([command, ...args].join(" "));
        return { code: 0, stdout: "", output: "" };
      },
    },
  );
  const printed = lines.join("\n");
  expect(printed).toContain("wrangler d1 create gatehouse-x-0123abcd --location weur");
  // Without the flag, Cloudflare refuses requests between two Workers of an account at workers.dev.
  expect(printed).toContain("global_fetch_strictly_public");
  for (const secret of Object.values(settings.secrets)) expect(printed).not.toContain(secret);
});

test("the world of a preview is asked for until the sandbox answers, and then gets the shop's addresses", async () => {
  const sent: {
    url: string;
    body: { webhook?: { url: string; secret: string }; clients?: object[] };
  }[] = [];
  const world = { ...getDryRunWorld(sandboxOrigin), id: "preview" };
  const answers = [new Error("no such host"), 401];
  let nowMs = 0;
  const opened = await openWorld(
    { sandboxOrigin, shopOrigin: origin, createKey: "the-key" },
    {
      now: () => nowMs,
      sleep: async (milliseconds) => void (nowMs += milliseconds),
      fetch: async (url, { body }) => {
        const answer = answers.shift();
        if (answer instanceof Error) throw answer;
        if (answer) return new Response("", { status: answer });
        sent.push({ url, body: JSON.parse(String(body)) });
        return Response.json(world, { status: 201 });
      },
    },
  );
  expect(opened).toEqual(world);
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill(`${sandboxOrigin}/worlds/preview`));
  expect(sent[1]!.body).toMatchObject({
    webhook: { url: `${origin}/api/stripe/webhook`, secret: deriveSecrets(world).webhook },
    clients: [{ redirectUris: [`${origin}/api/auth/callback/oidc`] }],
  });
});

test("a sandbox that never answers ends the deployment after five minutes", async () => {
  let nowMs = 0;
  const opening = openWorld(
    { sandboxOrigin, shopOrigin: origin, createKey: "the-key" },
    {
      now: () => nowMs,
      sleep: async (milliseconds) => void (nowMs += milliseconds),
      fetch: async () => new Response("error code: 1042", { status: 404 }),
    },
  );
  await expect(opening).rejects.toThrow("does not answer: 404 error code: 1042");
});

test("the sandbox of a preview has a name that is valid for a Worker at workers.dev", () => {
  expect(getSandboxName("g".repeat(53)).length).toBeLessThanOrEqual(63);
});

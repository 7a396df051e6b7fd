import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { readCommittedConfig } from "../deploy/config.ts";
import { findExamples } from "./refuse-example.ts";
import { checkStep, listMissing, steps } from "./steps.ts";
import { createTestSurroundings } from "./testing/test-surroundings.ts";
import type { Answers } from "./finding.ts";

const complete: Answers = {
  CLOUDFLARE_API_TOKEN: "token",
  CLOUDFLARE_ACCOUNT_ID: "a".repeat(32),
  WORKER_NAME: "fern",
  AUTH_URL: "https://shop.fern.example/api/auth",
  DATA_LOCATION: "weur",
  SHOP_NAME: "Fern",
  SETUP_LANGUAGE: "en",
  OWNER_EMAILS: "ann@fern.example",
  GOOGLE_CLIENT_ID: "id",
  GOOGLE_CLIENT_SECRET: "secret",
  STRIPE_SECRET_KEY: "sk_test_1",
};

const findMissing = (answers: Answers) => listMissing(answers).flatMap(({ missing }) => missing);

async function check(id: string, changes: Answers) {
  const step = steps.find((each) => each.id === id)!;
  const answers = { ...complete, ...changes };
  return checkStep(step, { answers, token: "token", surroundings: createTestSurroundings() });
}

test("with every answer, nothing is missing; without any, everything is named at once", () => {
  expect(findMissing(complete)).toEqual([]);
  expect(findMissing({})).toEqual([
    "CLOUDFLARE_ACCOUNT_ID",
    "WORKER_NAME",
    "AUTH_URL",
    "DATA_LOCATION or DATA_JURISDICTION",
    "SHOP_NAME",
    "SETUP_LANGUAGE",
    "OWNER_EMAILS",
    expect.stringMatching(/^OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or/),
    "STRIPE_SECRET_KEY",
  ]);
});

test.each<[string, Answers, string[]]>([
  ["half of a provider", { GOOGLE_CLIENT_SECRET: "" }, ["GOOGLE_CLIENT_SECRET"]],
  ["half of an email service", { EMAIL_FROM: "shop@fern.example" }, ["EMAIL_API_KEY"]],
  [
    "Cloudflare as email service without a sender",
    { EMAIL_PROVIDER: "cloudflare" },
    ["EMAIL_FROM"],
  ],
  [
    "Cloudflare as email service",
    { EMAIL_PROVIDER: "cloudflare", EMAIL_FROM: "shop@fern.example" },
    [],
  ],
  [
    "a live key without a yes",
    { STRIPE_SECRET_KEY: "sk_live_1" },
    [expect.stringContaining("SETUP_LIVE=yes")],
  ],
  ["a live key with a yes", { STRIPE_SECRET_KEY: "sk_live_1", SETUP_LIVE: "yes" }, []],
  [
    "emailed links instead of a provider",
    {
      GOOGLE_CLIENT_ID: "",
      GOOGLE_CLIENT_SECRET: "",
      EMAIL_FROM: "shop@fern.example",
      EMAIL_API_KEY: "re_1",
    },
    [],
  ],
])("%s: what is missing is named", (_, changes, missing) => {
  expect(findMissing({ ...complete, ...changes })).toEqual(missing);
});

test.each<[string, Answers, string]>([
  ["name", { WORKER_NAME: "Fern_Shop" }, "cannot be the name of a Worker"],
  ["place", { DATA_LOCATION: "mars" }, "DATA_LOCATION: must be one of"],
  ["place", { DATA_JURISDICTION: "eu" }, "remove DATA_LOCATION"],
  ["shop", { SETUP_LANGUAGE: "tlh" }, "no messages in tlh"],
  ["shop", { OWNER_EMAILS: "ann" }, "ann cannot be an owner's"],
  ["shop", { OWNER_EMAILS: "ann@fern.example, ｂｏｂ@fern.example" }, "cannot be an owner's"],
])("the step %s refuses %o", async (id, changes, reason) => {
  expect(await check(id, changes)).toMatchObject([
    { state: "refused", says: expect.stringContaining(reason) },
  ]);
});

test("no value of the sandbox and of the demo shop is accepted as an answer", async () => {
  const sandbox = parseEnv(readFileSync(".dev.vars.example", "utf8"));
  const demo = readCommittedConfig().vars as Record<string, string>;
  const { AUTH_URL: _, OIDC_CLIENT_ID: __, ...examples } = { ...sandbox, ...demo };
  for (const [name, value] of Object.entries(examples))
    expect(findExamples({ [name]: value })).toMatchObject([{ name }]);
  const asked = Object.entries(examples).flatMap(([name, value]) =>
    steps.filter(({ names }) => names.includes(name)).map(({ id }) => ({ id, name, value })),
  );
  expect(asked.length).toBeGreaterThan(6);
  for (const { id, name, value } of asked)
    expect(await check(id, { [name]: value })).toMatchObject([{ state: "refused" }]);
  expect(findExamples(complete)).toEqual([]);
});

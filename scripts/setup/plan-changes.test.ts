import { expect, test } from "vitest";
import { describeChanges, planChanges } from "./plan-changes.ts";
import { fingerprint, findChangedSecrets, makeSecrets } from "./make-secrets.ts";
import type { Facts, Resource } from "./read-facts.ts";

const kinds = ["database", "queue", "bucket", "Worker"] as const;
const resources = (exists: boolean): Resource[] =>
  kinds.map((kind) => ({ kind, name: `fern-${kind}`, exists }));
const stripe = (change: "create" | "keep"): Facts["stripe"] => [
  { change, description: `${change} a webhook endpoint`, run: async () => undefined },
];
const settingsFile = "~/gatehouse.env";

test("a first setup makes everything, and says so before", () => {
  const plan = planChanges(
    { resources: resources(false), stripe: stripe("create") },
    { newSecrets: ["AUTH_SECRET"], settingsFile, isFileChanged: false, isDeployed: false },
  );
  expect(plan.isDone).toBe(false);
  expect(describeChanges(plan).split("\n")).toEqual([
    "+ make     AUTH_SECRET, made at random",
    "~ change   the settings in ~/gatehouse.env",
    "+ make     the database fern-database",
    "+ make     the queue fern-queue",
    "+ make     the bucket fern-bucket",
    "+ make     at Stripe, a webhook endpoint",
    "+ make     the Worker fern-Worker",
  ]);
});

const finished = { resources: resources(true), stripe: stripe("keep") };
const nothing = { newSecrets: [], settingsFile, isFileChanged: false, isDeployed: true };

test("a setup that finds everything as it should be has nothing to do", () => {
  expect(planChanges(finished, nothing).isDone).toBe(true);
});

test.each<[string, Partial<Facts>, Partial<typeof nothing>]>([
  [
    "a queue",
    { resources: resources(true).map((each) => ({ ...each, exists: each.kind !== "queue" })) },
    {},
  ],
  ["a webhook endpoint", { stripe: stripe("create") }, {}],
  ["a changed setting", {}, { isFileChanged: true }],
  ["a deployment", {}, { isDeployed: false }],
])("%s that is missing is the only thing that the next setup does", (_, facts, input) => {
  const { changes, isDone } = planChanges({ ...finished, ...facts }, { ...nothing, ...input });
  expect(isDone).toBe(false);
  expect(changes.filter(({ action }) => action !== "keep")).toHaveLength(1);
});

test("secrets are made once, at random, and are never replaced", () => {
  const made = makeSecrets({});
  expect(made["AUTH_SECRET"]).toMatch(/^[\w+/]{44}$/);
  expect(made["SIGNING_KEYS"]).toMatch(/^[\w-]{43}$/);
  expect(makeSecrets({})["AUTH_SECRET"]).not.toBe(made["AUTH_SECRET"]);
  expect(makeSecrets(made)).toEqual({});
  expect(findChangedSecrets(made, {})).toEqual([]);
  expect(findChangedSecrets(made, { SIGNING_KEYS: "another" })).toEqual(["SIGNING_KEYS"]);
});

test("what was deployed is known by its settings and its release", () => {
  const settings = { vars: { SHOP_NAME: "Fern" }, secrets: { AUTH_SECRET: "a" } } as never;
  const other = { vars: { SHOP_NAME: "Moss" }, secrets: { AUTH_SECRET: "a" } } as never;
  expect(fingerprint(settings, "1")).toBe(fingerprint(settings, "1"));
  expect(
    new Set([fingerprint(settings, "1"), fingerprint(settings, "2"), fingerprint(other, "1")]).size,
  ).toBe(3);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findMissingVariables, readSettings, settingNames } from "./settings.ts";

const env = {
  SHOP_NAME: "Tidewater",
  AUTH_URL: "https://shop.example.com/api/auth",
  AUTH_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
  OIDC_ISSUER: "https://id.example.com",
  OIDC_CLIENT_ID: "gatehouse",
  OIDC_CLIENT_SECRET: "client-secret",
  STRIPE_SECRET_KEY: "sk_test_123",
  STRIPE_WEBHOOK_SECRET: "whsec_123",
};

test("credentials become secrets, and other settings become public variables", () => {
  const { vars, secrets } = readSettings({ ...env, PATH: "/bin", OIDC_NAME: "" });
  expect(vars).toEqual({
    SHOP_NAME: "Tidewater",
    AUTH_URL: "https://shop.example.com/api/auth",
    OIDC_ISSUER: "https://id.example.com",
    OIDC_CLIENT_ID: "gatehouse",
  });
  expect(Object.keys(secrets).toSorted()).toEqual([
    "AUTH_SECRET",
    "OIDC_CLIENT_SECRET",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
  ]);
});

test("an error names the invalid variable but not its value", () => {
  const wrong = { ...env, STRIPE_SECRET_KEY: "pk_live_oops" };
  expect(() => readSettings(wrong)).toThrow("STRIPE_SECRET_KEY");
  expect(() => readSettings(wrong)).not.toThrow("pk_live_oops");
});

test("plain http is refused, even on localhost", () => {
  expect(() => readSettings({ ...env, AUTH_URL: "http://localhost:8787/api/auth" })).toThrow(
    "https",
  );
});

test("with Cloudflare as email sender, an address is needed and no key", () => {
  const byCloudflare = { ...env, EMAIL_PROVIDER: "cloudflare" };
  const { config, vars } = readSettings({ ...byCloudflare, EMAIL_FROM: "shop@fern.example" });
  expect(config.auth.emailSender).toMatchObject({ kind: "cloudflare", from: "shop@fern.example" });
  expect(vars).toMatchObject({ EMAIL_PROVIDER: "cloudflare" });
  expect(() => readSettings(byCloudflare)).toThrow("EMAIL_FROM: is missing");
});

test("the region beside which the Worker runs is optional, and an unknown provider is refused", () => {
  const read = (region?: string) => readSettings({ ...env, PLACEMENT_REGION: region });
  expect(read("aws:eu-central-1")).toMatchObject({ placementRegion: "aws:eu-central-1" });
  expect(read("aws:eu-central-1").vars).not.toHaveProperty("PLACEMENT_REGION");
  expect(read("").placementRegion).toBeUndefined();
  for (const wrong of ["eu-central-1", "weur", "hetzner:fsn1", "aws:"])
    expect(() => read(wrong)).toThrow("PLACEMENT_REGION");
});

test("metrics are off unless they are turned on", () => {
  const read = (value?: string) => readSettings({ ...env, METRICS: value });
  expect([read().hasMetrics, read("").hasMetrics, read("off").hasMetrics]).not.toContain(true);
  expect(read("on")).toMatchObject({ hasMetrics: true });
  expect(read("on").vars).not.toHaveProperty("METRICS");
  expect(() => read("yes")).toThrow("METRICS: must be on or off");
});

test("the shop serves the documents only if the setting says so", () => {
  const read = (value?: string) => readSettings({ ...env, DOCS: value });
  expect([read().hasDocs, read("").hasDocs, read("off").hasDocs]).not.toContain(true);
  expect(read("on")).toMatchObject({ hasDocs: true });
  expect(read("on").vars).not.toHaveProperty("DOCS");
  expect(() => read("yes")).toThrow("DOCS: must be on or off");
});

test("the place of the data is read, and an unknown one or two of them are refused", () => {
  const read = (place: object) => readSettings({ ...env, ...place }).place;
  expect(read({})).toBeUndefined();
  expect(read({ DATA_LOCATION: "weur", DATA_JURISDICTION: "" })).toEqual({ location: "weur" });
  expect(read({ DATA_JURISDICTION: "eu" })).toEqual({ jurisdiction: "eu" });
  expect(readSettings({ ...env, DATA_LOCATION: "weur" }).vars).not.toHaveProperty("DATA_LOCATION");
  expect(() => read({ DATA_LOCATION: "europe" })).toThrow("must be one of weur");
  expect(() => read({ DATA_LOCATION: "toString" })).toThrow("must be one of weur");
  expect(() => read({ DATA_JURISDICTION: "us" })).toThrow("must be eu");
  expect(() => read({ DATA_LOCATION: "weur", DATA_JURISDICTION: "eu" })).toThrow(
    "DATA_JURISDICTION",
  );
});

test("copies of the database are refused beside the database, where none is nearer", () => {
  const withReplicas = { ...env, READ_REPLICAS: "on" };
  expect(readSettings(withReplicas).vars).toMatchObject({ READ_REPLICAS: "on" });
  const placed = { ...withReplicas, PLACEMENT_REGION: "aws:eu-central-1" };
  expect(() => readSettings(placed)).toThrow("READ_REPLICAS");
  expect(readSettings({ ...placed, READ_REPLICAS: "off" }).placementRegion).toBeDefined();
});

test("an empty variable counts as missing", () => {
  expect(findMissingVariables({ A: "", B: "b" }, ["A", "B", "C"])).toEqual(["A", "C"]);
});

test("every configuration variable can be deployed and is listed in the guide", () => {
  const source = ["worker/config/config.ts", "worker/config/sign-in-config.ts"]
    .map(read)
    .join("\n");
  const declared = new Set(source.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g));
  const guide = read("docs/guides/configuration.md");
  expect([...declared].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
  // They are for the sandbox only.
  for (const name of ["STRIPE_API_URL", "CLOCK_URL"]) declared.delete(name);
  // The Worker doesn't read them.
  for (const name of ["PLACEMENT_REGION", "METRICS", "DOCS", "DATA_LOCATION", "DATA_JURISDICTION"])
    declared.add(name);
  expect([...declared].toSorted()).toEqual(settingNames.toSorted());
});

function read(path: string): string {
  return readFileSync(path, "utf8");
}

import { expect, test } from "vitest";
import {
  findMissingPreviewVariables,
  readPreviewSettings,
  readPreviewStripeKey,
} from "./settings.ts";

const env = {
  WORKERS_SUBDOMAIN: "tide",
  PREVIEW_OIDC_ISSUER: "https://id.example.com",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
  PREVIEW_DATA_LOCATION: "weur",
};
const preview = { origin: "https://gatehouse-x.tide.workers.dev", webhookSecret: "whsec_endpoint" };

test("missing secrets are listed, as in a fork", () => {
  const missing = findMissingPreviewVariables({ CI: "true", CLOUDFLARE_API_TOKEN: "" });
  expect(missing).toContain("CLOUDFLARE_API_TOKEN");
  expect(missing).toContain("PREVIEW_STRIPE_SECRET_KEY");
  expect(findMissingPreviewVariables({ ...env, CI: "true", CLOUDFLARE_API_TOKEN: "t" })).toEqual(
    [],
  );
});

test("the place of a preview's data is required, as a location or as a jurisdiction", () => {
  const { PREVIEW_DATA_LOCATION: _, ...without } = env;
  expect(findMissingPreviewVariables(without).join()).toContain("PREVIEW_DATA_LOCATION");
  const inEu = { ...without, PREVIEW_DATA_JURISDICTION: "eu" };
  expect(findMissingPreviewVariables(inEu)).toEqual([]);
  expect(readPreviewSettings(inEu, preview).place).toEqual({ jurisdiction: "eu" });
  expect(readPreviewSettings(env, preview).place).toEqual({ location: "weur" });
});

test("outside CI no Cloudflare token is required", () => {
  expect(findMissingPreviewVariables(env)).toEqual([]);
});

test("AUTH_URL is at the preview's own origin", () => {
  expect(readPreviewSettings(env, preview).vars["AUTH_URL"]).toBe(
    "https://gatehouse-x.tide.workers.dev/api/auth",
  );
});

test("a live Stripe key is refused, and the error does not contain it", () => {
  const live = { ...env, PREVIEW_STRIPE_SECRET_KEY: "sk_live_real" };
  expect(() => readPreviewSettings(live, preview)).toThrow("test-mode");
  expect(() => readPreviewSettings(live, preview)).not.toThrow("sk_live_real");
  expect(() => readPreviewStripeKey(live)).toThrow("test-mode");
  expect(readPreviewStripeKey(env)).toBe("sk_test_key");
});

test("each deployment gets its own AUTH_SECRET", () => {
  const [first, second] = [readPreviewSettings(env, preview), readPreviewSettings(env, preview)];
  expect(first.secrets["AUTH_SECRET"]).not.toBe(second.secrets["AUTH_SECRET"]);
});

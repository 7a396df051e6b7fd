import { expect, test } from "vitest";
import { missingForPreview, previewSettings } from "./preview-settings.ts";

const env = {
  WORKERS_SUBDOMAIN: "tide",
  PREVIEW_OIDC_ISSUER: "https://id.example.com",
  PREVIEW_OIDC_CLIENT_ID: "gatehouse",
  PREVIEW_OIDC_CLIENT_SECRET: "oidc-client-secret",
  PREVIEW_STRIPE_SECRET_KEY: "sk_test_key",
};
const preview = { origin: "https://gatehouse-x.tide.workers.dev", webhookSecret: "whsec_endpoint" };

test("a fork, which has none of the secrets, is told which are missing", () => {
  const missing = missingForPreview({ CI: "true", CLOUDFLARE_API_TOKEN: "" });
  expect(missing).toContain("CLOUDFLARE_API_TOKEN");
  expect(missing).toContain("PREVIEW_STRIPE_SECRET_KEY");
  expect(missingForPreview({ ...env, CI: "true", CLOUDFLARE_API_TOKEN: "t" })).toEqual([]);
});

test("on a laptop wrangler's own login will do", () => {
  expect(missingForPreview(env)).toEqual([]);
});

test("people come back to the preview's own address", () => {
  expect(previewSettings(env, preview).vars["AUTH_URL"]).toBe(
    "https://gatehouse-x.tide.workers.dev/api/auth",
  );
});

test("a live key is refused, and not repeated", () => {
  const live = { ...env, PREVIEW_STRIPE_SECRET_KEY: "sk_live_real" };
  expect(() => previewSettings(live, preview)).toThrow("test-mode");
  expect(() => previewSettings(live, preview)).not.toThrow("sk_live_real");
});

test("no two deployments share the secret that seals cookies", () => {
  const [one, two] = [previewSettings(env, preview), previewSettings(env, preview)];
  expect(one.secrets["AUTH_SECRET"]).not.toBe(two.secrets["AUTH_SECRET"]);
});

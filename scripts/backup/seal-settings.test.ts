import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { loadSettings, writeShopSettings } from "./open-shop.ts";
import { openSettings, sealSettings } from "./seal-settings.ts";

const passphrase = "correct horse battery";
/** A hundredth of what a real one costs. */
const cost = { N: 2 ** 10, r: 8, p: 1 };

it("sealed settings open with the passphrase only, and not after a change", async () => {
  const settings = 'AUTH_SECRET="x"\nSIGNING_KEYS="ü"\n';
  const sealed = await sealSettings(settings, passphrase, cost);
  expect(sealed).not.toContain("AUTH_SECRET");
  expect(await openSettings(sealed, passphrase)).toBe(settings);
  await expect(openSettings(sealed, "correct horse batterY")).rejects.toThrow(
    "passphrase is wrong",
  );
  const content = JSON.parse(sealed) as { data: string };
  const data = Buffer.from(content.data, "base64");
  data[0]! ^= 1;
  const changed = JSON.stringify({ ...content, data: data.toString("base64") });
  await expect(openSettings(changed, passphrase)).rejects.toThrow("are damaged");
});

it("the same settings are sealed differently each time, and a short passphrase is refused", async () => {
  expect(await sealSettings("x", passphrase, cost)).not.toBe(
    await sealSettings("x", passphrase, cost),
  );
  await expect(sealSettings("x", "short")).rejects.toThrow("12 characters");
});

it("the shop's settings are kept as they are, and the token of the account is not", () => {
  const dir = mkdtempSync(join(tmpdir(), "settings-"));
  try {
    const settings = {
      WORKER_NAME: "fern",
      AUTH_SECRET: 'a "b" #c\\n',
      OIDC_CLIENT_SECRET: "it's",
      APPLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\nMIGT\n-----END PRIVATE KEY-----",
    };
    const file = join(dir, "shop.env");
    writeFileSync(file, writeShopSettings({ ...settings, CLOUDFLARE_API_TOKEN: "secret" }));
    const env: Record<string, string | undefined> = { OIDC_NAME: "set before" };
    loadSettings(file, env);
    expect(env).toEqual({ ...settings, OIDC_NAME: "set before" });
  } finally {
    rmSync(dir, { recursive: true });
  }
});

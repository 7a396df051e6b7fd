import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeLicense, type License } from "./license-copy.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

const license: License = {
  id: "lic_1",
  key: "TIDE-1",
  state: "granted",
  licensee: null,
  activationLimit: 3,
  activationCount: 2,
  activations: [],
  uses: 0,
  usesLimit: null,
  expiresAt: null,
  canRotate: true,
  hasFiles: true,
};
const noon = Date.UTC(2027, 0, 31, 12);

test.each<[Partial<License>, string]>([
  [{}, "2 of 3 devices"],
  [{ activationLimit: 1, activationCount: 0 }, "0 of 1 device"],
  [{ activationLimit: null, activationCount: 1 }, "1 device"],
  [{ state: "disabled" }, "Disabled by the shop · 2 of 3 devices"],
  [{ licensee: "Ann", uses: 4, usesLimit: 10 }, "Issued to Ann · 2 of 3 devices · 4 of 10 uses"],
  [{ expiresAt: noon }, "2 of 3 devices · Expires on January 31, 2027"],
  [{ expiresAt: noon, state: "expired" }, "2 of 3 devices · Expired on January 31, 2027"],
])("%j is described as: %s", (more, expected) => {
  expect(describeLicense(i18n, { ...license, ...more })).toBe(expected);
});

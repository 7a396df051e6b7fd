import { expect, test } from "vitest";
import { describeLicense, type License } from "./license-copy.ts";

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
  [{ state: "disabled" }, "Stopped by the shop · 2 of 3 devices"],
  [{ licensee: "Ann", uses: 4, usesLimit: 10 }, "Issued to Ann · 2 of 3 devices · 4 of 10 uses"],
  [{ expiresAt: noon }, "2 of 3 devices · Valid until January 31, 2027"],
  [{ expiresAt: noon, state: "expired" }, "2 of 3 devices · Expired January 31, 2027"],
])("%j is described as: %s", (more, expected) => {
  expect(describeLicense({ ...license, ...more })).toBe(expected);
});

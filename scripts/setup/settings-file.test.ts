import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readAnswersFile, readSettingsFile, writeSettingsFile } from "./settings-file.ts";

let dir: string;
beforeEach(() => void (dir = mkdtempSync(join(tmpdir(), "setup-"))));
afterEach(() => rmSync(dir, { recursive: true }));
const path = () => join(dir, "gatehouse.env");

test("settings are read as they were written, whatever characters they have", () => {
  const settings = {
    SHOP_NAME: 'Fern\'s "Records" # 1 $HOME',
    EMAIL_FROM: "Fern <shop@fern.example>",
    APPLE_PRIVATE_KEY: "-----BEGIN PRIVATE KEY-----\\nAA==\\n-----END PRIVATE KEY-----",
    AUTH_SECRET: "a+b/c=",
    SHOP_LINE: "Größe & mehr",
  };
  writeSettingsFile(path(), { ...settings, OIDC_NAME: "", OIDC_ISSUER: undefined });
  expect(readSettingsFile(path())).toEqual(settings);
});

test("only the user can read the settings, also if another program made the file before", () => {
  writeFileSync(`${path()}.new`, "", { mode: 0o644 });
  writeSettingsFile(path(), { AUTH_SECRET: "secret" });
  expect(statSync(path()).mode & 0o777).toBe(0o600);
});

test("settings inside of the repository are refused, where they could be committed", () => {
  expect(() => writeSettingsFile("gatehouse.env", {})).toThrow("inside of the repository");
});

test("a setting that no line can hold is refused, and the file stays as it was", () => {
  writeSettingsFile(path(), { SHOP_NAME: "Fern" });
  expect(() => writeSettingsFile(path(), { SHOP_NAME: "a\nb" })).toThrow("one line");
  expect(readSettingsFile(path())).toEqual({ SHOP_NAME: "Fern" });
});

test("answers are a JSON object of texts, or lines", () => {
  const json = join(dir, "answers.json");
  writeFileSync(json, '{"SHOP_NAME":"Fern"}');
  expect(readAnswersFile(json)).toEqual({ SHOP_NAME: "Fern" });
  writeFileSync(path(), "SHOP_NAME='Fern'\n");
  expect(readAnswersFile(path())).toEqual({ SHOP_NAME: "Fern" });
  writeFileSync(json, '{"SHOP_NAME":1}');
  expect(() => readAnswersFile(json)).toThrow("must be texts in quotes: SHOP_NAME");
  writeFileSync(json, "{");
  expect(() => readAnswersFile(json)).toThrow("is not valid JSON");
});

test("the settings say that they are secret, and how to deploy with them", () => {
  writeSettingsFile(path(), {});
  expect(readFileSync(path(), "utf8")).toMatch(/^# The settings of a Gatehouse shop.*Secrets/);
});

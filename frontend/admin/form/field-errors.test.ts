import { globSync, readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { messages } from "../../../locales/de/console.po";
import { fieldErrors, translateFieldError } from "./field-errors.ts";

const german = setupI18n({ locale: "de", messages: { de: messages } });
const english = setupI18n({ locale: "en", messages: { en: {} } });

test("each text of the list is one that the Worker says", () => {
  const sources = globSync("worker/**/*.ts", { exclude: ["**/*.test.ts", "worker/testing/**"] })
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const parts = fieldErrors.flatMap(([text]) => text.split(/\{\w+\}/));
  expect(parts.filter((part) => !sources.includes(part))).toEqual([]);
});

test.each([
  ["Enter a name.", "Geben Sie einen Namen ein."],
  ["Must be 20,000 characters or fewer.", "Höchstens 20.000 Zeichen."],
  ["Must be 0, or at least $0.50.", "Muss 0 oder mindestens $0.50 sein."],
  ["Tidal Charts already uses this URL.", "„Tidal Charts“ verwendet diese URL bereits."],
  ["What a newer Worker says.", "What a newer Worker says."],
])("a German console says “%s” as “%s”", (text, expected) => {
  expect(translateFieldError(german, text)).toBe(expected);
  expect(translateFieldError(english, text)).toBe(text);
});

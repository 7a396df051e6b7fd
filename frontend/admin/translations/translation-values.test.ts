import { expect, test } from "vitest";
import {
  areSameTranslations,
  listTargetLanguages,
  setTranslation,
  type Translations,
} from "./translation-values.ts";

test("texts are translated into the offered languages but the default one", () => {
  expect(listTargetLanguages({ default: "de", offered: ["en", "de", "ja"] })).toEqual(["en", "ja"]);
});

test("a cleared text is removed, and with the last one its language", () => {
  const none: Translations<"name" | "tagline"> = {};
  const one = setTranslation<"name" | "tagline">(none, {
    locale: "de",
    field: "name",
    text: "Gezeiten",
  });
  const two = setTranslation<"name" | "tagline">(one, {
    locale: "de",
    field: "tagline",
    text: "Ein Jahr",
  });
  expect(two).toEqual({ de: { name: "Gezeiten", tagline: "Ein Jahr" } });
  const cleared = setTranslation<"name" | "tagline">(two, {
    locale: "de",
    field: "name",
    text: "",
  });
  expect(cleared).toEqual({ de: { tagline: "Ein Jahr" } });
  expect(
    setTranslation<"name" | "tagline">(cleared, { locale: "de", field: "tagline", text: "" }),
  ).toEqual({});
});

test("translations are the same in any order", () => {
  const a = { de: { name: "A", note: "B" }, fr: { name: "C" } };
  expect(areSameTranslations(a, { fr: { name: "C" }, de: { note: "B", name: "A" } })).toBe(true);
  expect(areSameTranslations(a, { de: { name: "A" }, fr: { name: "C" } })).toBe(false);
  expect(areSameTranslations({ de: {} }, {})).toBe(true);
});

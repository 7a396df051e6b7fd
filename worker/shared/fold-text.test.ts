import { expect, test } from "vitest";
import { foldText } from "./fold-text.ts";

test.each([
  ["Zoë MÜLLER", "zoe muller"],
  ["Straße", "strasse"],
  ["Łukasz Đorđević", "lukasz dordevic"],
  ["Ångström, decomposed: A\u030Angstro\u0308m", "angstrom, decomposed: angstrom"],
  ["МАРИЯ Ё", "мария е"],
  ["Νίκος", "νικοσ"],
  ["Nguyễn", "nguyen"],
  ["İstanbul ılık", "istanbul ilik"],
  ["ＡＢＣ", "abc"],
  ["山田太郎", "山田太郎"],
  ["100% _ off", "100% _ off"],
])("%s is searched as %s", (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

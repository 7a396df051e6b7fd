import { globSync, readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { expect, test } from "vitest";

/** Sentences that the shop once showed, and that readers had to guess at. None of them comes back. */
const riddles = [
  "A path that is nobody's",
  "Address",
  "At Stripe, and of nobody here",
  "At once",
  "Clockwork: Well",
  "Free days at first",
  "Has something in force",
  "How it is paid",
  "If you want to go on, you need do nothing",
  "In its holder's name",
  "It is yours and has no end",
  "Keep it after all",
  "Leave it",
  "Left empty, one is made up",
  "Looked at on",
  "Make the first product",
  "Mend what the error says",
  "No longer open",
  "Not counted 30 days ago",
  "Nothing fits",
  "Nothing needs you now",
  "On this machine nothing runs by itself",
  "One line about it",
  "One more press",
  "Only one at a time",
  "Pay what is open",
  "Send me a link",
  "Show it as buyers read it",
  "Somebody who left",
  "Something in this is not quite right",
  "Start your 14 free days",
  "Takes off",
  "Thank you for buying it",
  "That was a lot of requests",
  "The link was good for five minutes",
  "The rest did not come",
  "The shelves are still empty",
  "The shop is resting",
  "The shop wants to see that it is still you",
  "There was no answer",
  "They go on after a lost connection",
  "This is not here",
  "This page stumbled",
  "What is found, and what was done about it",
  "What opens it",
  "What you do with what you know of people",
  "Who differs is fetched again",
  "Write it",
  "buyer says how much",
  "could not be worked",
  "folder for unwanted mail",
  "gave it to you. There is nothing to pay",
  "goes on paying what they pay",
  "good through",
  "in your library from now on",
  "less a year",
  "losing one locks you out",
  "machines can read too",
  "nothing is paid back",
  "refunded in full, and that closed it",
  "serving for nothing",
  "somebody has to mend it",
  "take the cancellation back",
  "that Stripe has not taken",
  "though you had bought it, or something in its place",
  "waits its turn",
  "webhooks have told of none",
  "which takes two clicks",
  "your access to it ended with that",
];

/** A short one is only a riddle if it is the whole text: "Address" is a good word in a sentence. */
const SHORT = 12;

const catalogs = globSync("locales/en/*.po");

test.each(catalogs)("%s has no sentence that readers had to guess at", async (file) => {
  const { parse } = formatter();
  const context = { locale: "en", sourceLocale: "en", filename: file };
  const messages = Object.values(await parse(readFileSync(file, "utf8"), context));
  const texts = messages.map(({ message, translation }) =>
    (message ?? translation ?? "").replaceAll("’", "'"),
  );
  const isRiddle = (text: string) =>
    riddles.some((riddle) =>
      riddle.length > SHORT ? text.includes(riddle) : text.replace(/\.$/, "") === riddle,
    );
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter(isRiddle)).toEqual([]);
});

test("the catalogs of all parts of the shop are there", () => {
  expect(catalogs.length).toBeGreaterThanOrEqual(6);
});

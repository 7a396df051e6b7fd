import { expect, test } from "vitest";
import { consoleLocales } from "../../worker/shared/locales.ts";

const catalogs = import.meta.glob<{ messages: Record<string, unknown> }>(
  "../../locales/*/console.po",
  { eager: true },
);
const messagesOf = (locale: string) => catalogs[`../../locales/${locale}/console.po`]!.messages;

test.each(consoleLocales)("every message of the console says something in %s", (locale) => {
  const messages = messagesOf(locale);
  const silent = Object.keys(messagesOf("en")).filter((id) => !String(messages[id] ?? ""));
  expect(silent).toEqual([]);
});

import { expect, test } from "vitest";
import { parseEmails } from "./parse-emails.ts";

test.each([
  ["", []],
  ["ann@example.com", ["ann@example.com"]],
  [
    "Ann <ann@example.com>, bob@example.com; ANN@example.com",
    ["ann@example.com", "bob@example.com"],
  ],
  [
    'name,email\n"Ann","ann@example.com"\nBob,bob@example.com\n',
    ["ann@example.com", "bob@example.com"],
  ],
  ["no address", []],
])("the addresses of %j are %j", (text, emails) => {
  expect(parseEmails(text)).toEqual(emails);
});

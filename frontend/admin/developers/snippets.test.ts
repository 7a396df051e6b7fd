import { expect, test } from "vitest";
import { getEnvironmentFile, getSnippets, KEY_PLACEHOLDER } from "./snippets.ts";

const values = {
  shopUrl: "https://shop.example",
  feature: "export",
  key: KEY_PLACEHOLDER,
  customer: "usr_1",
};

test("every snippet names the reader's feature", () => {
  const without = getSnippets(values).filter(({ code }) => !code.includes("export"));
  expect(without).toEqual([]);
});

test("a key is only in the command and in the environment file, never in code", () => {
  const key = "gh_test_secret";
  const withKey = getSnippets({ ...values, key }).filter(({ code }) => code.includes(key));
  expect(withKey.map(({ id }) => id)).toEqual(["curl"]);
  expect(getEnvironmentFile({ ...values, key })).toContain(`GATEHOUSE_KEY=${key}`);
});

test("values with special characters are encoded", () => {
  const [curl, ...code] = getSnippets({
    ...values,
    feature: 'a "b"&c',
    customer: "a+b@example.com",
  });
  expect(curl!.code).toContain("feature=a+%22b%22%26c&email=a%2Bb%40example.com");
  for (const { code: text } of code) expect(text).toContain('"a \\"b\\"&c"');
});

test("the snippet without the client waits for at most the two seconds that the guide names", () => {
  const { code } = getSnippets(values).find(({ id }) => id === "fetch")!;
  expect(code).toContain("signal: AbortSignal.timeout(2000)");
});

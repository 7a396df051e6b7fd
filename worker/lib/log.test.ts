import { expect, test } from "vitest";
import { summarizeError } from "./log.ts";

test("a logged error has no query string of a URL", () => {
  const error = new TypeError(
    'fetch failed: https://idp.example/callback?code=secret-code&state=s, "http://x.test/a?token=t"',
  );
  expect(summarizeError(error).message).toBe(
    'fetch failed: https://idp.example/callback?…, "http://x.test/a?…"',
  );
});

test("a logged error of the JSON parser has no part of the body", () => {
  let error: unknown;
  try {
    JSON.parse("csrfToken=secret&email=ann@example.com");
  } catch (caught) {
    error = caught;
  }
  const { message } = summarizeError(new Error("outer", { cause: error })).cause!;
  expect(message).toBe("not valid JSON");
});

test("other messages stay as they are", () => {
  expect(summarizeError(new Error("what? no answer")).message).toBe("what? no answer");
});

import { expect, test } from "vitest";
import { describeSignInError } from "./sign-in.ts";

test("an older name of a code has the words of the newer", () => {
  expect(describeSignInError("OAuthCallback")).toBe(describeSignInError("OAuthCallbackError"));
});

test("a code nobody knows gets the general words, and nothing of it is shown", () => {
  const general = describeSignInError("");
  for (const code of ["Nonsense", "<img src=x>", "__proto__", "constructor", "toString"]) {
    expect(describeSignInError(code)).toBe(general);
  }
});

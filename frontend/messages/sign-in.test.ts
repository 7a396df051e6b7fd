import { expect, test } from "vitest";
import { describeLink, describeLinkError, describeSignInError } from "./sign-in.ts";

test("an older name of a code has the words of the newer", () => {
  expect(describeSignInError("OAuthCallback")).toBe(describeSignInError("OAuthCallbackError"));
});

test("a code nobody knows gets the general words, and nothing of it is shown", () => {
  const general = describeSignInError("");
  for (const code of ["Nonsense", "<img src=x>", "__proto__", "constructor", "toString"]) {
    expect(describeSignInError(code)).toBe(general);
  }
});

test("who wanted to link is told that nothing was added, never to sign in", () => {
  for (const code of ["OAuthCallbackError", "SignInExpired", "AccountNotLinked"])
    expect(JSON.stringify(describeLinkError(code))).toContain("Nothing was added");
  expect(describeLinkError("Unavailable")).toBe(describeSignInError("Unavailable"));
  expect(describeLinkError("__proto__")).toBe(describeSignInError(""));
});

test("linking what is linked already is no success", () => {
  expect(describeLink("Google", true).title).toBe("Google was added.");
  expect(describeLink("Google", false).title).toBe("Nothing was added.");
});

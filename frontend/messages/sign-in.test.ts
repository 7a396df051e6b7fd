import { expect, test } from "vitest";
import { describeLinkResult, describeLinkError, describeSignInError } from "./sign-in.ts";

test("an old error code has the same message as the current code", () => {
  expect(describeSignInError("OAuthCallback")).toBe(describeSignInError("OAuthCallbackError"));
});

test("unknown error codes get the general message, which doesn't contain the code", () => {
  const general = describeSignInError("");
  for (const code of ["Nonsense", "<img src=x>", "__proto__", "constructor", "toString"]) {
    expect(describeSignInError(code)).toBe(general);
  }
});

test("messages for linking errors say that nothing was added", () => {
  for (const code of ["OAuthCallbackError", "SignInExpired", "AccountNotLinked"])
    expect(JSON.stringify(describeLinkError(code))).toContain("Nothing was added");
  expect(describeLinkError("Unavailable")).toBe(describeSignInError("Unavailable"));
  expect(describeLinkError("__proto__")).toBe(describeSignInError(""));
});

test("linking an account that is already linked says that nothing was added", () => {
  expect(describeLinkResult("Google", true).title).toBe("Google was added.");
  expect(describeLinkResult("Google", false).title).toBe("Nothing was added.");
});

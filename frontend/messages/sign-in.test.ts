import { setupI18n } from "@lingui/core";
import { expect, test } from "vitest";
import { describeLinkResult, describeLinkError, describeSignInError } from "./sign-in.ts";

const i18n = setupI18n({ locale: "en", messages: { en: {} } });

test("an old error code has the same message as the current code", () => {
  expect(describeSignInError(i18n, "OAuthCallback")).toEqual(
    describeSignInError(i18n, "OAuthCallbackError"),
  );
});

test("unknown error codes get the general message, which doesn't contain the code", () => {
  const general = describeSignInError(i18n, "");
  for (const code of ["Nonsense", "<img src=x>", "__proto__", "constructor", "toString"]) {
    expect(describeSignInError(i18n, code)).toEqual(general);
  }
});

test("messages for linking errors say that no sign-in method was added", () => {
  for (const code of ["OAuthCallbackError", "SignInExpired", "AccountNotLinked"])
    expect(JSON.stringify(describeLinkError(i18n, code))).toContain("No sign-in method was added.");
  expect(describeLinkError(i18n, "Unavailable")).toEqual(describeSignInError(i18n, "Unavailable"));
  expect(describeLinkError(i18n, "__proto__")).toEqual(describeSignInError(i18n, ""));
});

test("linking an account that is already linked says that nothing was added", () => {
  expect(describeLinkResult(i18n, "Google", true).title).toBe("Google was added.");
  expect(describeLinkResult(i18n, "Google", false).title).toBe("No sign-in method was added.");
});

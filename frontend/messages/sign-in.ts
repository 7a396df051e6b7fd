import type { SignInCode } from "../../worker/identity/sign-in/classify-sign-in-error.ts";
import type { Message } from "./message.ts";

const refused: Message = {
  title: "The sign-in was not completed.",
  next: "It was refused or interrupted at the provider. Choose how to sign in and try once more.",
};

const notLinked: Message = {
  title: "This email already belongs to an account here.",
  next: "Sign in the way you did the first time. You can see which ways are linked in your account.",
};

const interrupted: Message = {
  title: "This sign-in was started too long ago, or in another tab.",
  next: "Start again from here. It takes a moment, and nothing was lost.",
};

/** Every code the Worker sends to `/signin` and `/error`. A new one breaks the build here until it has its words. */
const codes: Record<SignInCode, Message> = {
  AccessDenied: {
    title: "This account may not sign in.",
    next: "Use another account. If you think that this is a mistake, write to the shop.",
  },
  Verification: {
    title: "This sign-in link no longer works.",
    next: "It was used before, or it is older than fifteen minutes. Ask for a new one.",
  },
  Configuration: {
    title: "Signing in does not work right now.",
    next: "The fault is ours, not yours, and somebody has to mend it. Try again later; what you own is safe.",
  },
  Unavailable: {
    title: "Your sign-in provider does not answer.",
    next: "Wait a minute, then try again. What you own is safe.",
  },
  SignInExpired: interrupted,
  MissingCSRF: interrupted,
  OAuthCallbackError: refused,
  OAuthAccountNotLinked: notLinked,
  AccountNotLinked: notLinked,
  CredentialsSignin: { title: "These details did not match.", next: "Check them and try again." },
};

/** Older names of the same, which links and other versions of the library still use. */
const aliases: Record<string, SignInCode> = {
  OAuthCallback: "OAuthCallbackError",
  OAuthSignin: "OAuthCallbackError",
  OAuthSignInError: "OAuthCallbackError",
};

const general: Message = {
  title: "Signing in did not work.",
  next: "Try again. If it stays like this, try another way to sign in.",
};

/** Where somebody who is signed in wanted to link an account, the same codes mean something else. */
const linkCodes: Partial<Record<SignInCode, Message>> = {
  OAuthCallbackError: {
    title: "Nothing was added.",
    next: "It was refused or interrupted at the provider. You can try again whenever you like.",
  },
  SignInExpired: {
    title: "Nothing was added.",
    next: "It took longer than ten minutes, or was begun in another tab. Start again from here.",
  },
  AccountNotLinked: {
    title: "That account already opens another account here.",
    next: "Nothing was added. Sign in with it to see what is there, and remove it from that account first.",
  },
};

/** Why linking an account did not work. */
export function describeLinkError(code: string): Message {
  return (isCode(code) && linkCodes[code]) || describeSignInError(code);
}

/** How linking went, from what is in the account by now. */
export function describeLink(providerName: string, isNew: boolean): Message {
  return isNew
    ? { title: `${providerName} was added.`, next: "From now on it opens this account as well." }
    : { title: "Nothing was added.", next: `That ${providerName} account opens this one already.` };
}

/** The words for a sign-in code. One that nobody knows gets the general words; it is never shown. */
export function describeSignInError(code: string): Message {
  const known = Object.hasOwn(aliases, code) ? aliases[code] : code;
  return known !== undefined && isCode(known) ? codes[known] : general;
}

function isCode(code: string): code is SignInCode {
  return Object.hasOwn(codes, code);
}

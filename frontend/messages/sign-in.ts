import type { SignInErrorCode } from "../../worker/identity/sign-in/classify-sign-in-error.ts";
import type { Message } from "./message.ts";

const refusedMessage: Message = {
  title: "The sign-in was not completed.",
  nextStep:
    "It was refused or interrupted at the provider. Choose how to sign in and try once more.",
};

const notLinkedMessage: Message = {
  title: "This email already belongs to an account here.",
  nextStep:
    "Sign in the way you did the first time. You can see which ways are linked in your account.",
};

const interruptedMessage: Message = {
  title: "This sign-in was started too long ago, or in another tab.",
  nextStep: "Start again from here. It takes a moment, and nothing was lost.",
};

/** The messages for all codes that the Worker sends to `/signin` and `/error`. A code without one doesn't compile. */
const messagesByCode: Record<SignInErrorCode, Message> = {
  AccessDenied: {
    title: "This account may not sign in.",
    nextStep: "Use another account. If you think that this is a mistake, write to the shop.",
  },
  Verification: {
    title: "This sign-in link no longer works.",
    nextStep: "It was used before, or it is older than fifteen minutes. Ask for a new one.",
  },
  Configuration: {
    title: "Signing in does not work right now.",
    nextStep:
      "The fault is ours, not yours, and somebody has to mend it. Try again later; what you own is safe.",
  },
  Unavailable: {
    title: "Your sign-in provider does not answer.",
    nextStep: "Wait a minute, then try again. What you own is safe.",
  },
  SignInNotFresh: {
    title: "Your provider did not confirm a new sign-in.",
    nextStep:
      "You are signed in, but what you started needs proof that you signed in just now, and this provider does not send it. Go back and choose another way, such as the link by email. If there is none, write to the shop.",
  },
  SignInExpired: interruptedMessage,
  MissingCSRF: interruptedMessage,
  OAuthCallbackError: refusedMessage,
  OAuthAccountNotLinked: notLinkedMessage,
  AccountNotLinked: notLinkedMessage,
  CredentialsSignin: {
    title: "These details did not match.",
    nextStep: "Check them and try again.",
  },
};

/** Older names of these codes, which old links and other versions of Auth.js still use. */
const aliases: Record<string, SignInErrorCode> = {
  OAuthCallback: "OAuthCallbackError",
  OAuthSignin: "OAuthCallbackError",
  OAuthSignInError: "OAuthCallbackError",
};

const fallbackMessage: Message = {
  title: "Signing in did not work.",
  nextStep: "Try again. If it stays like this, try another way to sign in.",
};

/** Messages for signed-in users who tried to link an account, where the same codes mean something else. */
const linkMessagesByCode: Partial<Record<SignInErrorCode, Message>> = {
  OAuthCallbackError: {
    title: "Nothing was added.",
    nextStep: "It was refused or interrupted at the provider. You can try again whenever you like.",
  },
  SignInExpired: {
    title: "Nothing was added.",
    nextStep:
      "It took longer than ten minutes, or was begun in another tab. Start again from here.",
  },
  AccountNotLinked: {
    title: "That account already opens another account here.",
    nextStep:
      "Nothing was added. Sign in with it to see what is there, and remove it from that account first.",
  },
};

/** Returns the message for an error while linking an account. */
export function describeLinkError(code: string): Message {
  return (isSignInCode(code) && linkMessagesByCode[code]) || describeSignInError(code);
}

/** Returns the message after linking. `isNew`: the account was not linked before. */
export function describeLinkResult(providerName: string, isNew: boolean): Message {
  return isNew
    ? {
        title: `${providerName} was added.`,
        nextStep: "From now on it opens this account as well.",
      }
    : {
        title: "Nothing was added.",
        nextStep: `That ${providerName} account opens this one already.`,
      };
}

/** Returns the message for a sign-in error code. Unknown codes get the general message and are never shown. */
export function describeSignInError(code: string): Message {
  const resolvedCode = Object.hasOwn(aliases, code) ? aliases[code] : code;
  return resolvedCode !== undefined && isSignInCode(resolvedCode)
    ? messagesByCode[resolvedCode]
    : fallbackMessage;
}

function isSignInCode(code: string): code is SignInErrorCode {
  return Object.hasOwn(messagesByCode, code);
}

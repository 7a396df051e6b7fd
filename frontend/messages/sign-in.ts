import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { SignInErrorCode } from "../../worker/identity/sign-in/classify-sign-in-error.ts";
import { translate, type Message, type MessageTemplate } from "./message.ts";

const refusedMessage: MessageTemplate = {
  title: msg`You weren’t signed in.`,
  nextStep: msg`The sign-in was canceled, or the provider declined it. Choose how to sign in and try again.`,
};

const notLinkedMessage: MessageTemplate = {
  title: msg`This email already belongs to an account.`,
  nextStep: msg`Sign in the way you did the first time. Your account page lists your sign-in methods.`,
};

const interruptedMessage: MessageTemplate = {
  title: msg`This sign-in has expired or was started in another tab.`,
  nextStep: msg`Start again from this page.`,
};

/** The messages for all codes that the Worker sends to `/signin` and `/error`. A code without one doesn't compile. */
const messagesByCode: Record<SignInErrorCode, MessageTemplate> = {
  AccessDenied: {
    title: msg`This account can’t sign in.`,
    nextStep: msg`Use another account. If you think this is a mistake, contact the shop.`,
  },
  Verification: {
    title: msg`This sign-in link no longer works.`,
    nextStep: msg`It was already used, or it’s older than 15 minutes. Request a new link.`,
  },
  Configuration: {
    title: msg`Sign-in isn’t working right now.`,
    nextStep: msg`We’re working on it. Try again later.`,
  },
  Unavailable: {
    title: msg`Your sign-in provider isn’t responding.`,
    nextStep: msg`Wait a minute, then try again.`,
  },
  SignInNotFresh: {
    title: msg`Your provider didn’t confirm that it’s you.`,
    nextStep: msg`You’re still signed in, but this action needs a new sign-in, which this provider can’t confirm. Go back and choose another way, such as a sign-in link by email. If there is none, contact the shop.`,
  },
  SignInExpired: interruptedMessage,
  MissingCSRF: interruptedMessage,
  OAuthCallbackError: refusedMessage,
  OAuthAccountNotLinked: notLinkedMessage,
  AccountNotLinked: notLinkedMessage,
  CredentialsSignin: {
    title: msg`These details didn’t match.`,
    nextStep: msg`Check them and try again.`,
  },
};

/** Older names of these codes, which old links and other versions of Auth.js still use. */
const aliases: Record<string, SignInErrorCode> = {
  OAuthCallback: "OAuthCallbackError",
  OAuthSignin: "OAuthCallbackError",
  OAuthSignInError: "OAuthCallbackError",
};

const fallbackMessage: MessageTemplate = {
  title: msg`You weren’t signed in.`,
  nextStep: msg`Try again. If the problem continues, try another way to sign in.`,
};

/** Messages for signed-in users who tried to link an account, where the same codes mean something else. */
const linkMessagesByCode: Partial<Record<SignInErrorCode, MessageTemplate>> = {
  OAuthCallbackError: {
    title: msg`No sign-in method was added.`,
    nextStep: msg`The sign-in was canceled, or the provider declined it. You can try again anytime.`,
  },
  SignInExpired: {
    title: msg`No sign-in method was added.`,
    nextStep: msg`The sign-in took longer than 10 minutes or was started in another tab. Start again from this page.`,
  },
  AccountNotLinked: {
    title: msg`This sign-in method belongs to another account in this shop.`,
    nextStep: msg`No sign-in method was added. To use it here, sign in with it first and remove it from that account.`,
  },
};

/** Returns the message for an error while linking an account. */
export function describeLinkError(i18n: I18n, code: string): Message {
  const message = isSignInCode(code) ? linkMessagesByCode[code] : undefined;
  return message ? translate(i18n, message) : describeSignInError(i18n, code);
}

/** Returns the message after linking. `isNew`: the account was not linked before. */
export function describeLinkResult(i18n: I18n, providerName: string, isNew: boolean): Message {
  return isNew
    ? {
        title: i18n._(msg`${providerName} was added.`),
        nextStep: i18n._(msg`You can now sign in with it.`),
      }
    : {
        title: i18n._(msg`No sign-in method was added.`),
        nextStep: i18n._(
          msg`You can already sign in to this account with that ${providerName} account.`,
        ),
      };
}

/** Returns the message for a sign-in error code. Unknown codes get the general message and are never shown. */
export function describeSignInError(i18n: I18n, code: string): Message {
  const resolvedCode = Object.hasOwn(aliases, code) ? aliases[code] : code;
  return translate(
    i18n,
    resolvedCode !== undefined && isSignInCode(resolvedCode)
      ? messagesByCode[resolvedCode]
      : fallbackMessage,
  );
}

function isSignInCode(code: string): code is SignInErrorCode {
  return Object.hasOwn(messagesByCode, code);
}

import type { I18n, MessageDescriptor } from "@lingui/core";

/** Says what happened and what to do next, in the reader's language. Both are whole sentences. */
export type Message = { title: string; nextStep: string };

/** A message that is translated where it is shown. */
export type MessageTemplate = { title: MessageDescriptor; nextStep: MessageDescriptor };

/** Translates both sentences. */
export function translate(i18n: I18n, { title, nextStep }: MessageTemplate): Message {
  return { title: i18n._(title), nextStep: i18n._(nextStep) };
}

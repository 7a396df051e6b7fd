import * as clack from "@clack/prompts";
import type { Readable, Writable } from "node:stream";
import { describeFinding, type Finding } from "./finding.ts";

/** Ctrl-C or Escape. Everything that was answered before is kept. */
export class SetupCanceled extends Error {}

/** Returns what is wrong with a typed text; undefined if nothing is. */
export type Validate = (value: string) => string | undefined;

export type Choice<Value extends string> = { value: Value; label: string; hint?: string };

/** Asks a person, and tells them things. Every question can be left with Ctrl-C. @throws SetupCanceled */
export type Dialog = {
  text(question: {
    message: string;
    initialValue?: string | undefined;
    placeholder?: string;
    isOptional?: boolean;
    validate?: Validate;
  }): Promise<string>;
  /** What is typed is not shown. */
  secret(question: { message: string }): Promise<string>;
  choose<Value extends string>(question: {
    message: string;
    choices: Choice<Value>[];
    initialValue?: Value | undefined;
  }): Promise<Value>;
  confirm(question: { message: string; initialValue?: boolean }): Promise<boolean>;
  begin(title: string): void;
  heading(title: string): void;
  note(title: string, text: string): void;
  tell(finding: Finding): void;
  end(text: string): void;
  /** Shows that something is going on until it has ended. */
  during<Result>(title: string, work: () => Promise<Result>): Promise<Result>;
};

/** @param streams tests give their own; by default those of the terminal */
export function createDialog(streams: { input?: Readable; output?: Writable } = {}): Dialog {
  async function ask<Value>(prompt: Promise<Value>): Promise<Exclude<Value, symbol>> {
    const value = await prompt;
    if (clack.isCancel(value)) throw new SetupCanceled("The setup was stopped");
    return value as Exclude<Value, symbol>;
  }
  const require = (isOptional: boolean | undefined, validate?: Validate) => (value?: string) => {
    const text = value?.trim() ?? "";
    if (text === "") return isOptional ? undefined : "Type something, or press Ctrl-C to stop.";
    return validate?.(text);
  };
  return {
    async text({ isOptional, validate, initialValue, ...question }) {
      const value = await ask(
        clack.text({
          ...streams,
          ...question,
          ...(initialValue && { initialValue }),
          validate: require(isOptional, validate),
        }),
      );
      // Without a text, Enter answers undefined.
      return ((value as string | undefined) ?? "").trim();
    },
    async secret(question) {
      return (
        await ask(clack.password({ ...streams, ...question, validate: require(false) }))
      ).trim();
    },
    choose: ({ choices, initialValue, message }) =>
      ask(
        clack.select({
          ...streams,
          message,
          options: choices as never,
          ...(initialValue !== undefined && { initialValue }),
        }) as Promise<never>,
      ),
    confirm: (question) => ask(clack.confirm({ ...streams, ...question })),
    begin: (title) => clack.intro(title, streams),
    heading: (title) => clack.log.step(title, streams),
    note: (title, text) => clack.note(text, title, { ...streams, format: (line) => line }),
    tell(finding) {
      const log = { ok: clack.log.success, warning: clack.log.warn, refused: clack.log.error };
      log[finding.state](describeFinding(finding), streams);
    },
    end: (text) => clack.outro(text, streams),
    async during(title, work) {
      const spinner = clack.spinner({ ...(streams.output && { output: streams.output }) });
      spinner.start(title);
      try {
        const result = await work();
        spinner.stop(title);
        return result;
      } catch (error) {
        spinner.error(title);
        throw error;
      }
    },
  };
}

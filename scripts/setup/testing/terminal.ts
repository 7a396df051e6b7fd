import { PassThrough, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { S_STEP_ACTIVE } from "@clack/prompts";

/** A terminal without a person: a test reads what is on it, and types. */
export type Terminal = {
  input: PassThrough;
  output: Writable;
  /** Everything that was shown, without colors. */
  shown(): string;
  /** Waits until the text is shown, after what was waited for before. */
  see(text: string): Promise<void>;
  /** Ends what is waiting with an error, for when nothing more will be shown. */
  fail(error: unknown): void;
  /** Types as soon as a question that begins with the text is asked. */
  answer(question: string, keys: string): Promise<void>;
};

export const ENTER = "\r";
export const DOWN = "\u001B[B";
export const CTRL_C = "\u0003";

export function createTerminal(): Terminal {
  let all = "";
  let seen = 0;
  let failure: { error: unknown } | undefined;
  let wake = () => {};
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const text = stripVTControlCharacters(chunk.toString());
      all += text;
      wake();
      done();
    },
  });
  // Prompts are as wide as the terminal.
  Object.assign(output, { columns: 200, rows: 50 });
  const input = new PassThrough();
  async function see(text: string): Promise<void> {
    while (!all.includes(text, seen)) {
      if (failure) throw failure.error;
      await new Promise<void>((resolve) => (wake = resolve));
    }
    seen = all.indexOf(text, seen) + text.length;
  }
  return {
    input,
    output,
    shown: () => all,
    see,
    fail(error) {
      failure = { error };
      wake();
    },
    async answer(question, keys) {
      await see(`${S_STEP_ACTIVE}  ${question}`);
      // The question listens as soon as the code that showed it has returned.
      await new Promise((resolve) => setImmediate(resolve));
      input.write(keys);
    },
  };
}

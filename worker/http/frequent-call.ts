import type { Ctx } from "../context.ts";
import { secureHeaders } from "./headers.ts";

/**
 * A call that is so frequent that it is answered without the app's layers (`worker/answer-request.ts`). The app answers
 * it too, with the same functions: a request that is refused before it has an effect, or is unusual, is left to it.
 * Decision 71 says why, and `worker/answer-request.test.ts` compares both answers.
 */
export type FrequentCall<Input = unknown> = {
  method: "GET" | "POST";
  path: string;
  /** Whether its URL has a query. */
  hasQuery?: boolean;
  /** As `readClockOffset` has it. */
  isVisit: boolean;
  /** Reads the request, without any effect. @returns undefined to leave it to the app */
  read(request: Request, ctx: Ctx): Promise<Input | undefined>;
  /** Answers it, with `answerJsonText`. What it throws is answered as in the app. */
  answer(ctx: Ctx, env: Env, input: Input): Promise<Response>;
  /** Adds the headers that an answer has, a refusal too. */
  finish?(response: Response, ctx: Ctx, input: Input): void;
};

/** Defines a frequent call, which others handle without knowing its input. */
export function frequentCall<Input>(call: FrequentCall<Input>): FrequentCall {
  return call as FrequentCall;
}

/** The headers of every answer in JSON: copying them is faster than setting each. Made by the first request. */
let jsonHeaders: Headers | undefined;

/** Answers a frequent call with JSON. */
export function answerJsonText(json: string): Response {
  if (!jsonHeaders) {
    jsonHeaders = new Headers({ "content-type": "application/json" });
    secureHeaders(jsonHeaders, "");
  }
  return new Response(json, { headers: jsonHeaders });
}

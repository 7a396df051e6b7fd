import app from "./app.ts";
import { checkCall } from "./api/entitlements/check-call.ts";
import { validationCall } from "./api/licenses/validation-call.ts";
import { readClockOffset } from "./clock.ts";
import { findOrigin } from "./config/config.ts";
import { createContext, type Ctx } from "./context.ts";
import { answerError } from "./http/error-handlers.ts";
import type { FrequentCall } from "./http/frequent-call.ts";
import { secureHeaders } from "./http/headers.ts";
import { visitorCall } from "./shop/account/visitor-call.ts";
import { webhookCall } from "./http/webhook-call.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";

const calls = [visitorCall, validationCall, checkCall, webhookCall];
const callByPath = new Map(calls.map((call) => [call.path, call]));

/** Answers a request: a frequent call without the app's layers, and every other one with the app. */
export async function answerRequest(
  request: Request,
  env: Env,
  execution: ExecutionContext,
): Promise<Response> {
  const call = findCall(request, env);
  const response = call && (await answerCall(call, request, env, execution));
  return response ?? app.fetch(request, env, execution);
}

/** Compares the URL as it was sent: one that is written in another way is left to the app. */
function findCall(request: Request, env: Env): FrequentCall | undefined {
  const { url } = request;
  const origin = findOrigin(env);
  if (origin === undefined || !url.startsWith(origin)) return undefined;
  const query = url.indexOf("?", origin.length);
  const call = callByPath.get(url.slice(origin.length, query === -1 ? undefined : query));
  const isOfCall = call && call.method === request.method && (query === -1) === !call.hasQuery;
  return isOfCall ? call : undefined;
}

async function answerCall(
  call: FrequentCall,
  request: Request,
  env: Env,
  execution: ExecutionContext,
): Promise<Response | undefined> {
  const { method, path } = call;
  let ctx: Ctx;
  let input: unknown;
  try {
    const clockOffsetMs = await readClockOffset(env, call.isVisit);
    ctx = createContext(env, execution, { type: "visitor" }, clockOffsetMs);
    input = await call.read(request, ctx);
  } catch {
    // A refusal, which the app finds again.
    return undefined;
  }
  if (input === undefined) return undefined;
  let response: Response;
  try {
    response = await call.answer(ctx, env, input);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { requestId } = ctx;
    response = answerError(error, { method, path, requestId, database: env.DB });
    secureHeaders(response.headers, path);
  }
  call.finish?.(response, ctx, input);
  if (ctx.feed.mayHaveNewEvents) ctx.defer(enqueueWebhooks(ctx));
  return response;
}

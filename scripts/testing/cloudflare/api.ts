import { Hono } from "hono";
import type { Account } from "./account.ts";
import { createAssetSessionRoutes, createAssetUploadRoutes } from "./assets.ts";
import { createBucketRoutes } from "./buckets.ts";
import { createDatabaseRoutes } from "./databases.ts";
import {
  createSendingDomainRoutes,
  createSendingZoneRoutes,
  createSubscriptionRoutes,
} from "./email-sending.ts";
import type { EdgePreviews } from "./edge-preview.ts";
import { answer, answerError, ApiError } from "./envelope.ts";
import type { MessageBroker } from "./message-broker.ts";
import { createQueueRoutes } from "./queues.ts";
import { createScriptRoutes, type Runtime } from "./scripts.ts";
import type { Storage } from "./storage.ts";
import { authorize, createTokenRoutes } from "./tokens.ts";
import { createTriggerRoutes, createZoneRoutes } from "./triggers.ts";

/** A failure that a test has planned, for the first request that matches. */
export type PlannedFailure = {
  method: string;
  path: RegExp;
  status: number;
  code: number;
  message: string;
};

/** Creates the stand-in's API, with the routes below `prefix`. */
export function createApi(options: {
  account: Account;
  storage: Storage;
  broker: MessageBroker;
  runtime: Runtime;
  previews: EdgePreviews;
  failures: PlannedFailure[];
  keepFile: (content: string) => string;
  prefix: string;
}): Hono {
  const { account, storage, broker, runtime, previews, failures, keepFile, prefix } = options;
  const api = new Hono();
  api.use("*", async (c, next) => {
    const index = failures.findIndex(
      ({ method, path }) => method === c.req.method && path.test(c.req.path),
    );
    const [failure] = index < 0 ? [] : failures.splice(index, 1);
    if (!failure) return next();
    const { status, code, message } = failure;
    return answerError(c, new ApiError(status as 500, code, message));
  });
  api.use("*", authorize(account, prefix));
  api
    .route("/", createTokenRoutes(account))
    .route("/accounts/:account/d1/database", createDatabaseRoutes(account, storage, keepFile))
    .route("/accounts/:account/r2/buckets", createBucketRoutes(account, storage))
    .route("/accounts/:account/queues", createQueueRoutes(account, broker))
    .route("/accounts/:account/workers/assets", createAssetUploadRoutes(account))
    .route("/accounts/:account/workers/scripts", createAssetSessionRoutes(account))
    .route("/accounts/:account/workers", previews.routes)
    .route("/accounts/:account/workers", createTriggerRoutes(account))
    .route("/accounts/:account/workers", createScriptRoutes(account, runtime))
    .route(
      "/accounts/:account/event_subscriptions/subscriptions",
      createSubscriptionRoutes(account),
    )
    .route("/accounts/:account/email/sending", createSendingZoneRoutes(account))
    .route("/zones", createSendingDomainRoutes(account))
    .route("/zones", createZoneRoutes(account))
    .get("/accounts/:account/storage/kv/namespaces", (c) => answer(c, []))
    // Wrangler asks for the size of a bucket here. Cloudflare knows it a day later.
    .post("/graphql", (c) =>
      c.json({ data: { viewer: { accounts: [{ r2StorageAdaptiveGroups: [] }] } }, errors: null }),
    );
  api.notFound((c) =>
    answerError(c, new ApiError(404, 7000, `No route for that URI: ${c.req.method} ${c.req.path}`)),
  );
  api.onError((error, c) => {
    if (error instanceof ApiError) return answerError(c, error);
    console.error(error);
    return answerError(c, new ApiError(500, 10001, String(error)));
  });
  return new Hono().route(prefix, api);
}

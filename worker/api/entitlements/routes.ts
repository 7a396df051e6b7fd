import { Hono } from "hono";
import { answerJson } from "../protocol/answer-json.ts";
import { checkKeyOnInvalidInput, requireScope, type ApiEnv } from "../protocol/api-key.ts";
import { noQuery } from "../protocol/schemas.ts";
import { doubt } from "../../db/replicas.ts";
import { describe } from "../../http/describe.ts";
import { runVerb } from "../../http/run-verb.ts";
import { validate } from "../../http/validate.ts";
import { checkFeature, SCOPE } from "./check-call.ts";
import { listFeatures } from "./check.query.ts";
import { checkFeatures } from "./check-features.ts";
import { issueEntitlementToken } from "./issue-token.ts";
import {
  checkAnswer,
  checkBody,
  checkQuery,
  entitlementCheck,
  featureList,
  tokenAnswer,
  tokenBody,
} from "./schema.ts";

/**
 * `GET /api/v1/entitlements/check`: called most often, so it reads the key and the answer in one statement and comes
 * before `requireApiKey`.
 */
export const entitlementCheckRoute = new Hono<ApiEnv>().get(
  "/",
  describe({
    tag: "Entitlements",
    operationId: "checkEntitlement",
    summary: "Check a feature",
    description:
      "Whether a customer may use a feature now, how much of it, until when, and why. Name the customer by id, by the id of your own program (`externalId`), by identity (`issuer` and `subject` of your OpenID provider) or by verified email. Unknown customers and features are not errors: they are denied, and `reason` says what is unknown.",
    scope: SCOPE,
    answer: entitlementCheck,
  }),
  checkKeyOnInvalidInput(SCOPE),
  validate("query", checkQuery),
  async (c) => {
    const { ctx, keyHash } = c.var;
    return answerJson(c, await checkFeature(ctx, keyHash, c.req.valid("query")));
  },
);

/** `POST /api/v1/entitlements/check`: several features at once. */
export const entitlementRoutes = new Hono<ApiEnv>().post(
  "/check",
  describe({
    tag: "Entitlements",
    operationId: "checkEntitlements",
    summary: "Check several features",
    description: "Up to 50 features of one customer. The answer has one entry for each.",
    scope: SCOPE,
    answer: checkAnswer,
  }),
  requireScope(SCOPE),
  validate("query", noQuery),
  validate("json", checkBody),
  async (c) => {
    const data = await checkFeatures(c.var.ctx, c.req.valid("json"));
    if (data.some(({ allowed }) => !allowed)) doubt(c.var.ctx.db);
    return c.json({ data });
  },
);

/** `/api/v1/features`. */
export const featureRoutes = new Hono<ApiEnv>().get(
  "/",
  describe({
    tag: "Entitlements",
    operationId: "listFeatures",
    summary: "List features",
    description:
      "Every key that a check can ask for. Compare your own keys with them when your program starts.",
    scope: SCOPE,
    answer: featureList,
  }),
  requireScope(SCOPE),
  ...runVerb(listFeatures, { query: noQuery }),
);

/** `/api/v1/entitlement-tokens`. */
export const entitlementTokenRoutes = new Hono<ApiEnv>().post(
  "/",
  describe({
    tag: "Entitlements",
    operationId: "createEntitlementToken",
    summary: "Create an entitlement token",
    description:
      "A signed token that says what one customer may use. Your program verifies it anywhere without a call, with the keys of `/.well-known/jwks.json`: check `typ`, `iss`, `aud`, `mode` and `exp`. `features` maps each allowed feature to its limit, null if unlimited; `seq` is the feed's sequence that the token is true for.",
    scope: SCOPE,
    answer: tokenAnswer,
    statuses: [201],
    errors: ["not_found", "entitlement_tokens_unavailable"],
  }),
  requireScope(SCOPE),
  ...runVerb(issueEntitlementToken, { query: noQuery, json: tokenBody }, 201),
);

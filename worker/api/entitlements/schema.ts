import { z } from "zod";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { entitlement } from "../../feed/entitlement.ts";
import { idField, timeField } from "../../feed/fields.ts";
import { addressFields, oneAddress } from "../../identity/customer-address.ts";

const MAX_FEATURES = 50;
export const DEFAULT_TOKEN_SECONDS = (15 * MINUTE) / SECOND;
const MAX_TOKEN_SECONDS = DAY / SECOND;

/** A feature's key, or the id of its benefit if it has none. */
const feature = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "The feature's key.", example: "export" });

export const checkQuery = z.strictObject({ feature, ...addressFields }).refine(...oneAddress);

export const checkBody = z
  .strictObject({
    ...addressFields,
    features: z.array(feature).min(1).max(MAX_FEATURES),
  })
  .refine(...oneAddress);

const checkReasons = [
  "granted",
  "not_granted",
  "feature_unknown",
  "customer_unknown",
  "issuer_unknown",
] as const;

export type CheckReason = (typeof checkReasons)[number];

/** The answer about one feature. */
export const entitlementCheck = entitlement
  .extend({
    reason: z.enum(checkReasons).meta({
      description:
        "`feature_unknown`: no product has a feature with this key. `issuer_unknown`: the shop has no sign-in by this OpenID provider. `customer_unknown`: nobody with this id, external id, identity or verified email has signed in.",
      example: "granted",
    }),
  })
  .meta({
    ref: "EntitlementCheck",
    description: "Whether a customer may use a feature, and why or why not.",
  });

export type EntitlementCheck = z.output<typeof entitlementCheck>;

/** The features of the shop. */
export const featureList = z.object({
  data: z
    .array(
      z
        .object({
          key: z.string().meta({
            description: "What a check asks for: the feature's key, or the id of its benefit.",
            example: "export",
          }),
          benefitIds: z.array(idField("bnf", "A benefit that includes it.")),
        })
        .meta({ ref: "Feature", description: "What a check can ask for." }),
    )
    .meta({ description: "All of them, in the order of the keys." }),
  nextCursor: z.null(),
});

export const checkAnswer = z.object({
  data: z.array(entitlementCheck).meta({ description: "One for each feature, in your order." }),
});

export const tokenBody = z
  .strictObject({
    ...addressFields,
    audience: z.string().min(1).max(255).meta({
      description: "Who verifies the token. A verifier refuses tokens for others.",
      example: "https://app.example.com",
    }),
    expiresInSeconds: z.int().min(60).max(MAX_TOKEN_SECONDS).default(DEFAULT_TOKEN_SECONDS).meta({
      description:
        "How long the token is valid, and so the longest outage that it bridges. It ends earlier if access does.",
    }),
    includeIdentities: z
      .boolean()
      .default(false)
      .meta({ description: "Whether the token names the customer's OpenID accounts." }),
  })
  .refine(...oneAddress);

export const tokenAnswer = z
  .object({
    token: z.string().meta({ description: "A JWT with the `typ` `entitlements+jwt`." }),
    expiresAt: timeField("When it expires."),
  })
  .meta({ ref: "EntitlementToken" });

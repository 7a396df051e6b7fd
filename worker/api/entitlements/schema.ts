import { z } from "zod";
import { DAY, MINUTE, SECOND } from "../../lib/time.ts";
import { entitlement } from "../../feed/entitlement.ts";
import { timeField } from "../../feed/fields.ts";
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

export const checkAnswer = z.object({
  data: z.array(entitlement).meta({ description: "One for each feature, in your order." }),
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

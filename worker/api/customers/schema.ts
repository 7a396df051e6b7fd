import { z } from "zod";
import { customer } from "../../feed/customer.ts";
import { entitlement } from "../../feed/entitlement.ts";
import { timeField } from "../../feed/fields.ts";
import { gift } from "../../feed/gift.ts";
import { license } from "../../feed/license.ts";
import { order } from "../../feed/order.ts";
import { subscription } from "../../feed/subscription.ts";

const newest = (what: string) => ({ description: `The newest 100 ${what}, newest first.` });

/** Everything about a customer. */
export const customerState = z
  .object({
    customer,
    entitlements: z.array(entitlement).meta({
      description: "Every feature that they have or had, in the order of the keys.",
    }),
    subscriptions: z.array(subscription).meta(newest("subscriptions")),
    orders: z.array(order).meta(newest("orders")),
    licenses: z.array(license).meta(newest("license keys")),
    gifts: z.array(gift).meta(newest("gifts")),
    trial: z.object({
      hasTrialed: z.boolean().meta({
        description: "Whether they have had a free trial, so they get no other.",
      }),
      endsAt: timeField("When the running trial ends; null if none is running.").nullable(),
    }),
    sequence: z.int().meta({
      description: "The newest event of the feed that is included here.",
      example: 1042,
    }),
  })
  .meta({ ref: "CustomerState", description: "Everything about a customer." });

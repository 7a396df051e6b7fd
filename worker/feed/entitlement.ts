import { z } from "zod";
import { accessTimeText, inForceText } from "../in-force.ts";
import { accessReasons } from "../db/schema/grants.ts";
import { idField, timeField } from "./fields.ts";
import { FEATURE_KEY } from "./product.ts";
import { jsonBoolean, jsonObject, rfc3339 } from "./sql-json.ts";

const limit = z.int().nullable();
const until = timeField("When it ends or ended.").nullable();

/** Whether a customer may use a feature, and why, as other programs see it. */
export const entitlement = z
  .object({
    customerId: idField(
      "usr",
      "The customer; null if nobody with this identity signed in yet.",
    ).nullable(),
    feature: z.string().meta({ description: "The feature's key.", example: "export" }),
    allowed: z.boolean().meta({ description: "Whether the customer may use the feature now." }),
    limit: limit.meta({
      description:
        "How much of it: the sum over all sources, so two subscriptions with five seats each give ten. Null means unlimited, 0 means nothing.",
      example: 10,
    }),
    until: until.meta({
      description: "When the last source ends or ended; null if one has no known end.",
      example: "2026-04-02T09:30:00.000Z",
    }),
    because: z
      .array(
        z.object({
          source: z.enum(["order", "subscription", "gift"]),
          id: z.string().meta({ description: "The id of the order, subscription or gift." }),
          reason: z
            .enum(accessReasons)
            .meta({ description: "The state of the source that decides." }),
          limit: limit.meta({ description: "How much it allows; null means unlimited." }),
          until,
        }),
      )
      .meta({ description: "The sources that allow it; if none does, those that once did." }),
  })
  .meta({ ref: "Entitlement", description: "Whether a customer may use a feature, and why." });

export type Entitlement = z.output<typeof entitlement>;

/**
 * The query of what entitlements are computed from: one row for each grant of a feature, with `user_id` and `feature`.
 * Whether a grant is in force is decided at the start of outage mode while that is on.
 * @param input.where the SQL of a condition on `grants`
 */
export function featureGrantsText(input: { now: string; mode: string; where: string }): string {
  const columns = grantColumnsText({
    now: input.now,
    amount: "json_extract(benefits.settings, '$.limit.amount')",
    perSeat: "json_extract(benefits.settings, '$.limit.perSeat')",
  });
  // The LIMIT keeps SQLite from computing a column again at each use. The order is that of the index.
  return `SELECT ${columns}, ${FEATURE_KEY} AS feature
    FROM grants JOIN benefits ON benefits.id = grants.benefit_id AND benefits.type = 'feature'
    WHERE ${input.where} AND grants.mode = ${input.mode}
    ORDER BY grants.user_id, grants.benefit_id, grants.source_type, grants.source_id LIMIT -1`;
}

/**
 * The columns that `entitlementText` needs of each row of `grants`.
 * @param input.amount, perSeat the limit in the benefit's settings
 */
export function grantColumnsText(input: { now: string; amount: string; perSeat: string }): string {
  return `grants.user_id, grants.benefit_id, grants.source_type, grants.source_id, grants.reason,
      ${input.amount} * CASE WHEN ${input.perSeat} THEN grants.quantity ELSE 1 END AS most,
      coalesce(grants.revoked_at, grants.ends_at) AS until,
      ${inForceText("grants", accessTimeText(input.now))} AS is_in_force`;
}

/**
 * The query that answers `data` for one user and feature, in one row, whether there are grants or not.
 * @param input placeholders of the time, the mode, the user's id and the feature's key
 */
export function selectEntitlementText(input: {
  now: string;
  mode: string;
  customerId: string;
  feature: string;
}): string {
  const where = `grants.user_id = ${input.customerId} AND ${FEATURE_KEY} = ${input.feature}`;
  return `SELECT ${entitlementText({ ...input, orderBy: "" })} AS data FROM (${featureGrantsText({ ...input, where })})`;
}

/**
 * The JSON of an entitlement: an aggregate over the rows of `featureGrantsText`. It has a value without rows, too.
 * @param input the SQL of the user's id and of the feature's key
 * @param input.orderBy needed unless the rows come in the order of that query; sorting costs reads
 * @param input.more fields that only some answers have
 */
export function entitlementText(input: {
  customerId: string;
  feature: string;
  orderBy?: string;
  more?: Record<string, string>;
}): string {
  const { orderBy = "ORDER BY benefit_id, source_type, source_id" } = input;
  const source = jsonObject({
    source: "source_type",
    id: "source_id",
    reason: "reason",
    limit: "most",
    until: rfc3339("until"),
  });
  const sources = `json_group_array(${source} ${orderBy})`;
  const latest = (filter = "") =>
    `CASE WHEN count(*) ${filter} = count(until) ${filter} THEN max(until) ${filter} END`;
  const inForce = "FILTER (WHERE is_in_force)";
  return jsonObject({
    customerId: input.customerId,
    feature: input.feature,
    allowed: jsonBoolean("max(is_in_force)"),
    limit: `CASE WHEN NOT coalesce(max(is_in_force), 0) THEN 0
      WHEN count(most) ${inForce} = count(*) ${inForce} THEN sum(most) ${inForce} END`,
    until: rfc3339(`CASE WHEN max(is_in_force) THEN ${latest(inForce)} ELSE ${latest()} END`),
    because: `json(CASE WHEN max(is_in_force) THEN ${sources} ${inForce} ELSE ${sources} END)`,
    ...input.more,
  });
}

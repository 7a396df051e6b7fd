import type { I18n } from "@lingui/core";
import { msg, select } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import {
  describeAmount,
  findActor,
  type TimelineEntry,
  type TimelineReader,
} from "./timeline-entry.ts";

type Code = Extract<
  TimelineEntry["code"],
  "trial_began" | "trial_converted" | "subscribed" | "renewed" | "plan_changed" | "quantity_changed"
>;

/** Describes what a subscription costs since then: its start, a renewal, or a change of plan. */
export function describePlanEntry(
  i18n: I18n,
  code: Code,
  entry: TimelineEntry,
  reader: TimelineReader,
): string {
  const amount = describeAmount(i18n, entry);
  switch (code) {
    case "trial_began": {
      const day = formatEnd(i18n, entry);
      return day === null
        ? i18n._(msg`Free trial started.`)
        : i18n._(msg`Free trial started. It ends on ${day}.`);
    }
    case "trial_converted":
      return amount === null
        ? i18n._(msg`The free trial ended and the subscription started.`)
        : i18n._(msg`The free trial ended and the subscription started at ${amount}.`);
    case "subscribed":
      return amount === null ? i18n._(msg`Subscribed.`) : i18n._(msg`Subscribed at ${amount}.`);
    case "renewed":
      return describeRenewal(i18n, amount, formatEnd(i18n, entry));
    case "plan_changed":
      return describePlanChange(i18n, entry, reader);
    case "quantity_changed":
      return describeSeatsChange(i18n, entry, reader);
  }
}

function describeRenewal(i18n: I18n, amount: string | null, day: string | null): string {
  if (amount === null)
    return day === null ? i18n._(msg`Renewed.`) : i18n._(msg`Renewed until ${day}.`);
  return day === null
    ? i18n._(msg`Renewed at ${amount}.`)
    : i18n._(msg`Renewed at ${amount} until ${day}.`);
}

/** Describes a change of plan: of the product, or of the price alone. */
function describePlanChange(i18n: I18n, entry: TimelineEntry, reader: TimelineReader): string {
  const by = findActor(entry, reader);
  const { from, name: product } = entry;
  const before = from ? describeAmount(i18n, from) : null;
  const after = describeAmount(i18n, entry);
  if (before === null || after === null)
    return i18n._(
      msg`${select(by, { you: "You changed the plan.", customer: "The customer changed the plan.", shop: "The shop changed the plan.", other: "The plan was changed." })}`,
    );
  const productBefore = from?.name;
  return productBefore === product || !productBefore || !product
    ? i18n._(
        msg({
          message: `${select(by, {
            you: `You changed the plan from ${before} to ${after}.`,
            customer: `The customer changed the plan from ${before} to ${after}.`,
            shop: `The shop changed the plan from ${before} to ${after}.`,
            other: `The plan was changed from ${before} to ${after}.`,
          })}`,
          comment: "{before}, {after}: $9 a month",
        }),
      )
    : i18n._(
        msg({
          message: `${select(by, {
            you: `You changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
            customer: `The customer changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
            shop: `The shop changed the plan from ${productBefore} (${before}) to ${product} (${after}).`,
            other: `The plan was changed from ${productBefore} (${before}) to ${product} (${after}).`,
          })}`,
          comment: "{productBefore}, {product}: names of products. {before}, {after}: $9 a month",
        }),
      );
}

function describeSeatsChange(i18n: I18n, entry: TimelineEntry, reader: TimelineReader): string {
  const by = findActor(entry, reader);
  const formats = formatsOf(i18n);
  const before = formats.number(entry.from?.quantity ?? 1);
  const after = formats.number(entry.quantity ?? 1);
  return i18n._(
    msg({
      message: `${select(by, {
        you: `You changed the number of seats from ${before} to ${after}.`,
        customer: `The customer changed the number of seats from ${before} to ${after}.`,
        shop: `The shop changed the number of seats from ${before} to ${after}.`,
        other: `The number of seats was changed from ${before} to ${after}.`,
      })}`,
      comment: "{before}, {after}: numbers",
    }),
  );
}

function formatEnd(i18n: I18n, { until }: TimelineEntry): string | null {
  return until === undefined ? null : formatsOf(i18n).date(until);
}

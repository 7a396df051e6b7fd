import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import type { ListedLicense, AdminLicense, Stock } from "./queries.ts";

/** Describes who a key belongs to, or that it is unassigned. */
export function describeLicensee(i18n: I18n, { user, licensee, state }: ListedLicense): string {
  if (user) return user.email ?? user.name ?? i18n._(msg`No name`);
  if (state === "in_stock") return i18n._(msg`Not assigned`);
  return licensee ?? i18n._(msg`Not claimed`);
}

/** Returns the device limit of a key, multiplied by the quantity for per-seat limits. */
export function getDeviceLimit({
  activationLimit,
  perSeat,
  quantity,
}: Pick<ListedLicense, "activationLimit" | "perSeat" | "quantity">): number | null {
  if (activationLimit === null) return null;
  return perSeat ? activationLimit * quantity : activationLimit;
}

/** Explains a key's state and what can change it. */
export function explainLicenseState(i18n: I18n, { state, rotatedAt }: AdminLicense): string {
  if (rotatedAt !== null && state === "revoked")
    return i18n._(msg`The customer replaced this key with a new one.`);
  return i18n._(stateSentences[state]);
}

const stateSentences: Record<AdminLicense["state"], MessageDescriptor> = {
  granted: msg`This key is valid.`,
  disabled: msg`This key doesn’t work until a team member enables it. Its devices stay activated.`,
  expired: msg`This key has expired.`,
  in_stock: msg`This key is in stock. It becomes valid when a customer gets it.`,
  revoked: msg`This key doesn’t work because the customer’s access has ended. It works again if they get access again.`,
};

/** Describes a stock of keys: "12 keys are in stock. 3 customers are waiting for a key." Counts stop at 1000. */
export function describeStock(
  i18n: I18n,
  { inStock, waitingForKeys, waitingForNames }: Stock,
): string {
  const parts = [describeInStock(i18n, inStock)];
  if (waitingForKeys >= MAX_EXACT_COUNT) {
    const count = formatMaxCount(i18n);
    parts.push(i18n._(msg`${count} or more customers are waiting for a key.`));
  } else if (waitingForKeys > 0)
    parts.push(
      i18n._(
        msg`${plural(waitingForKeys, {
          one: "# customer is waiting for a key.",
          other: "# customers are waiting for a key.",
        })}`,
      ),
    );
  if (waitingForNames >= MAX_EXACT_COUNT) {
    const count = formatMaxCount(i18n);
    parts.push(i18n._(msg`${count} or more customers haven’t entered a licensee name yet.`));
  } else if (waitingForNames > 0)
    parts.push(
      i18n._(
        msg`${plural(waitingForNames, {
          one: "# customer hasn’t entered a licensee name yet.",
          other: "# customers haven’t entered a licensee name yet.",
        })}`,
      ),
    );
  return parts.join(" ");
}

/** Says how many keys are in stock. The Worker counts no further than to 1,000. */
export function describeInStock(i18n: I18n, inStock: number): string {
  if (inStock === 0) return i18n._(msg`No keys are in stock.`);
  if (inStock < MAX_EXACT_COUNT)
    return i18n._(
      msg`${plural(inStock, { one: "# key is in stock.", other: "# keys are in stock." })}`,
    );
  const count = formatMaxCount(i18n);
  return i18n._(msg`${count} or more keys are in stock.`);
}

const MAX_EXACT_COUNT = 1000;
const formatMaxCount = (i18n: I18n) => formatsOf(i18n).number(MAX_EXACT_COUNT);

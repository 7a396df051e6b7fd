import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { formatsOf } from "../../../i18n/formats-of.ts";
import type { OwnedBenefitOf } from "../queries.ts";

export type License = NonNullable<OwnedBenefitOf<"license_key">["license"]>;

/** Describes a license key in one line: state, licensee, devices, uses and expiry. */
export function describeLicense(i18n: I18n, license: License): string {
  const { state, licensee } = license;
  return [
    state === "disabled" && i18n._(msg`Disabled by the shop`),
    licensee && i18n._(msg`Issued to ${licensee}`),
    describeDevices(i18n, license),
    describeUses(i18n, license),
    describeExpiry(i18n, license),
  ]
    .filter(Boolean)
    .join(" · ");
}

function describeDevices(
  i18n: I18n,
  { activationCount, activationLimit }: Pick<License, "activationCount" | "activationLimit">,
): string {
  if (activationLimit === null)
    return i18n._(msg`${plural(activationCount, { one: "# device", other: "# devices" })}`);
  const used = formatsOf(i18n).number(activationCount);
  return i18n._(
    msg`${plural(activationLimit, { one: `${used} of # device`, other: `${used} of # devices` })}`,
  );
}

function describeUses(
  i18n: I18n,
  { uses, usesLimit }: Pick<License, "uses" | "usesLimit">,
): string | null {
  if (usesLimit === null) return null;
  const used = formatsOf(i18n).number(uses);
  return i18n._(
    msg({
      message: `${plural(usesLimit, { one: `${used} of # use`, other: `${used} of # uses` })}`,
      comment: "How often a license key was used: 4 of 10 uses",
    }),
  );
}

function describeExpiry(
  i18n: I18n,
  { state, expiresAt }: Pick<License, "state" | "expiresAt">,
): string | null {
  if (expiresAt === null) return null;
  const date = formatsOf(i18n).date(expiresAt);
  return state === "expired" ? i18n._(msg`Expired on ${date}`) : i18n._(msg`Expires on ${date}`);
}

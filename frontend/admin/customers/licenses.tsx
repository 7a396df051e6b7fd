import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { licenseStates } from "./license-states.ts";
import { translateLabel, joinFacts } from "../frame/label.tsx";
import { RowAction } from "../frame/row-action.tsx";
import { useFormats } from "../../i18n/use-formats.ts";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import rows from "../../ui/row-list.module.css";
import styles from "./customer-page.module.css";
import shapes from "../frame/shapes.module.css";
import { useSetLicenseDisabled, type License } from "./queries.ts";

/** A user's license keys with their devices. Valid keys can be disabled, and disabled keys enabled. */
export function Licenses({ licenses }: { licenses: License[] }) {
  const { t, i18n } = useLingui();
  const change = useSetLicenseDisabled();
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <ul className={rows.rows}>
        {licenses.map((license) => (
          <li key={license.id}>
            <div className={rows.main}>
              <p className={shapes.code}>{license.key}</p>
              <p className={rows.detail}>{describeLicense(i18n, license)}</p>
              {license.activations.length > 0 && (
                <ul className={styles.branch}>
                  {license.activations.map((activation) => (
                    <Device key={activation.id} activation={activation} />
                  ))}
                </ul>
              )}
            </div>
            <div className={styles.side}>
              <span className={shapes.soft}>
                {translateLabel(i18n, licenseStates[license.state].label)}
              </span>
              {(license.state === "granted" || license.state === "disabled") && (
                <RowAction
                  label={license.state === "granted" ? t`Disable` : t`Enable`}
                  about={license.key}
                  busy={change.isPending}
                  onClick={() =>
                    change.mutate({ id: license.id, isDisabled: license.state === "granted" })
                  }
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function Device({ activation }: { activation: License["activations"][number] }) {
  const { t } = useLingui();
  const [now] = useState(() => Date.now());
  const lastSeen = useFormats().relativeTime(activation.lastSeenAt, now);
  return (
    <li>
      {activation.label || activation.fingerprint}{" "}
      <span className={shapes.soft}>{t`Last seen: ${lastSeen}`}</span>
    </li>
  );
}

function describeLicense(i18n: I18n, license: License): string {
  const formats = formatsOf(i18n);
  const { activations, activationLimit, perSeat, quantity, uses, expiresAt } = license;
  const limit = activationLimit === null ? null : activationLimit * (perSeat ? quantity : 1);
  const count = activations.length;
  const issued = formats.date(license.createdAt);
  const expires = expiresAt === null ? null : formats.date(expiresAt);
  return joinFacts(
    i18n._(msg`Issued ${issued}`),
    limit === null
      ? i18n._(msg`${plural(count, { one: "# device", other: "# devices" })}`)
      : i18n._(msg`${count} of ${plural(limit, { one: "# device", other: "# devices" })}`),
    uses > 0 && i18n._(msg`Used ${plural(uses, { one: "# time", other: "# times" })}`),
    expires !== null && i18n._(msg`Expires ${expires}`),
  );
}

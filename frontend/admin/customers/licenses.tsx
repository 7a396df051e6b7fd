import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { formatRelativeTime, formatDate } from "../../ui/format-time.ts";
import rows from "../../ui/row-list.module.css";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import styles from "./customer-page.module.css";
import { useSetLicenseDisabled, type License } from "./queries.ts";

const stateLabels: Record<License["state"], string> = {
  granted: "Valid",
  disabled: "Disabled",
  revoked: "Revoked",
  expired: "Expired",
  in_stock: "In stock",
};

/** A user's license keys with their devices. Valid keys can be disabled, and disabled keys enabled. */
export function Licenses({ licenses }: { licenses: License[] }) {
  const change = useSetLicenseDisabled();
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <ul className={rows.rows}>
        {licenses.map((license) => (
          <li key={license.id}>
            <div className={rows.main}>
              <p className={styles.key}>{license.key}</p>
              <p className={rows.detail}>{describeLicense(license)}</p>
              {license.activations.length > 0 && (
                <ul className={styles.devices}>
                  {license.activations.map((activation) => (
                    <li key={activation.id}>
                      {activation.label || activation.fingerprint}
                      <span className={styles.soft}>
                        {" "}
                        last seen {formatRelativeTime(activation.lastSeenAt, Date.now())}
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <div className={styles.side}>
              <span className={styles.state}>{stateLabels[license.state]}</span>
              {(license.state === "granted" || license.state === "disabled") && (
                <Button
                  kind="plain"
                  busy={change.isPending}
                  onClick={() =>
                    change.mutate({ id: license.id, isDisabled: license.state === "granted" })
                  }
                >
                  <span className={styles.small}>
                    {license.state === "granted" ? "Disable" : "Enable"}{" "}
                    <VisuallyHidden>{license.key}</VisuallyHidden>
                  </span>
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function describeLicense(license: License): string {
  const { activations, activationLimit, perSeat, quantity, uses, expiresAt, createdAt } = license;
  const limit = activationLimit === null ? null : activationLimit * (perSeat ? quantity : 1);
  return [
    `Issued ${formatDate(createdAt)}`,
    `on ${activations.length}${limit === null ? "" : ` of ${limit}`} ${limit === 1 ? "device" : "devices"}`,
    uses > 0 && `used ${uses} times`,
    expiresAt !== null && `until ${formatDate(expiresAt)}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

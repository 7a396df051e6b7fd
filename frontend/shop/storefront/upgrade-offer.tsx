import { useLingui } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useStartCheckout } from "../checkout/queries.ts";
import type { Upgrade } from "../library/upgrade-link.tsx";
import styles from "./buy-panel.module.css";

/** Offers the product at the difference to whom has a smaller one. */
export function UpgradeOffer({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useLingui();
  const formats = useFormats();
  const buy = useStartCheckout(upgrade.slug);
  const { priceId, orderId: upgradeOf, currency } = upgrade;
  const amount = formats.money(upgrade.amountMinor, currency);
  const credit = formats.money(upgrade.creditMinor, currency);
  return (
    <div className={styles.panel}>
      <Notice
        tone="info"
        title={t`Upgrade for ${amount}`}
        text={t`What you’ve already paid (${credit}) is taken off the price, and you keep what you have.`}
      />
      {buy.isError && <ErrorNotice error={buy.error} />}
      <div className={styles.action}>
        <Button
          kind="primary"
          busy={buy.isLeaving}
          onClick={() => buy.mutate({ priceId, upgradeOf })}
        >
          {buy.isLeaving ? t`Opening checkout…` : t`Upgrade for ${amount}`}
        </Button>
      </div>
    </div>
  );
}

import { useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SoldThroughLink } from "../catalog/sold-through-link.tsx";
import { describeUpgrade } from "../catalog/upgrade-copy.ts";
import { useStartCheckout } from "../checkout/queries.ts";
import type { Upgrade } from "../library/upgrade-link.tsx";
import styles from "./buy-panel.module.css";

/** Offers the product at the difference to whom has a smaller one. */
export function UpgradeOffer({ upgrade }: { upgrade: Upgrade }) {
  const { t, i18n } = useLingui();
  const buy = useStartCheckout(upgrade.slug);
  const { priceId, orderId: upgradeOf } = upgrade;
  const { title, text } = describeUpgrade(i18n, upgrade);
  return (
    <div className={styles.panel}>
      <Notice tone="info" title={title} text={text} />
      {buy.isError && <ErrorNotice error={buy.error} />}
      <div className={styles.action}>
        <SoldThroughLink className={styles.terms} />
        <Button
          kind="primary"
          busy={buy.isLeaving}
          onClick={() => buy.mutate({ priceId, upgradeOf })}
        >
          {buy.isLeaving ? t`Opening checkout…` : title}
        </Button>
      </div>
    </div>
  );
}

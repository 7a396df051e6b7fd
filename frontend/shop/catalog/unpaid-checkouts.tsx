import { useLingui } from "@lingui/react/macro";
import { ButtonLink } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

/** Purchases that the user began and has not paid, with the page where each continues. */
export function UnpaidCheckouts({
  unpaid,
}: {
  unpaid: { id: string; productName: string; url: string }[];
}) {
  const { t } = useLingui();
  return unpaid.map(({ id, productName, url }) => (
    <Notice key={id} tone="info" title={t`Your order of ${productName} isn’t complete yet.`}>
      <div>
        <ButtonLink href={url} external>
          {t`Continue order`}
        </ButtonLink>
      </div>
    </Notice>
  ));
}

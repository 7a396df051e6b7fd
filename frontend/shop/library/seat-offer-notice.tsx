import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { SeatOffer } from "./queries.ts";

/** Free seats that the user's organization has for them. @param props.children takes one */
export function SeatOfferNotice({ offer, children }: { offer: SeatOffer; children: ReactNode }) {
  const { t } = useLingui();
  const { domain, product } = offer;
  const { name } = product;
  return (
    <Notice
      tone="info"
      title={t`Your organization has free seats of ${name}.`}
      text={t`Whoever signs in with an address at ${domain} can take one. Who manages the seats sees your name and address.`}
    >
      <div>{children}</div>
    </Notice>
  );
}

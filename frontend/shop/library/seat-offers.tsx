import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { Notice } from "../../ui/notice.tsx";
import type { SeatOffer } from "./queries.ts";

/** Free seats that the user's organization has for them. @param props.action takes one, or explains why it failed */
export function SeatOffers({
  offers,
  action,
}: {
  offers: SeatOffer[];
  action: (offer: SeatOffer) => ReactNode;
}) {
  const { t } = useLingui();
  return offers.map((offer) => {
    const { id, domain, product } = offer;
    const { name } = product;
    return (
      <Notice
        key={id}
        tone="info"
        title={t`Your organization has free seats of ${name}.`}
        text={t`Whoever signs in with an address at ${domain} can take one. Who manages the seats sees your name and address.`}
      >
        <div>{action(offer)}</div>
      </Notice>
    );
  });
}

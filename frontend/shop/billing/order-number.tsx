import { useLingui } from "@lingui/react/macro";
import { toOrderNumber } from "../../../worker/shared/order-number.ts";

/** The number of an order or a subscription. It keeps its direction in a language written from right to left. */
export function OrderNumber({ id }: { id: string }) {
  const { t } = useLingui();
  const number = toOrderNumber(id);
  return <bdi>{id.startsWith("sub_") ? t`Subscription ${number}` : t`Order ${number}`}</bdi>;
}

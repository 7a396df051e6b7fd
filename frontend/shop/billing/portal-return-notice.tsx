import { useLingui } from "../../i18n/lingui.ts";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { api, read } from "../../http/client.ts";
import { useConsumedSearchParam } from "../../shell/use-consumed-search-param.ts";
import { Notice } from "../../ui/notice.tsx";
import { updateCaches } from "./use-subscription-change.ts";
import { describePortalReturn } from "./notice-copy.ts";

/**
 * After the user returns from Stripe's page, asks Stripe for what has changed there, and says once whether the new card
 * is in use.
 */
export function PortalReturnNotice() {
  const { i18n } = useLingui();
  const result = useConsumedSearchParam("portal");
  const { mutate, status } = useMutation({
    mutationFn: () => read(api.me.billing.refresh.$post()),
    onSuccess: (billing, _input, _result, { client }) => updateCaches(client, billing),
  });
  useEffect(() => {
    if (result !== null) mutate();
  }, [result, mutate]);
  const message = describePortalReturn(i18n, result, status);
  if (!message) return null;
  return (
    <Notice tone={status === "error" ? "error" : "info"} title={message.title}>
      <p>{message.nextStep}</p>
    </Notice>
  );
}

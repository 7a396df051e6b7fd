import { Trans } from "@lingui/react/macro";
import { useFormats } from "../../i18n/use-formats.ts";

/** When a buyer accepted the terms of service at the checkout, and the text beside the box that they ticked. */
export function Consent({ at, text }: { at: number; text: string | null }) {
  const time = <time dateTime={new Date(at).toISOString()}>{useFormats().dateTime(at)}</time>;
  return text === null ? (
    <Trans>{time}, with Stripe’s default text</Trans>
  ) : (
    <Trans>
      {time}: “{text}”
    </Trans>
  );
}

import { formatDateTime } from "../../ui/format-time.ts";

/** When a buyer accepted the terms of service at the checkout, and the text beside the box that they ticked. */
export function Consent({ at, text }: { at: number; text: string | null }) {
  return (
    <>
      <time dateTime={new Date(at).toISOString()}>{formatDateTime(at)}</time>, to{" "}
      {text === null ? "Stripe’s standard text" : `“${text}”`}
    </>
  );
}

import { Time } from "../../ui/time.tsx";

/** When a buyer accepted the terms of service at the checkout, and the text beside the box that they ticked. */
export function Consent({ at, text }: { at: number; text: string | null }) {
  return (
    <>
      <Time at={at} />, to {text === null ? "Stripe’s standard text" : `“${text}”`}
    </>
  );
}

import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** A link to the Stripe dashboard that opens in a new tab. */
export function StripeLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children} <VisuallyHidden>{t`(opens in a new tab)`}</VisuallyHidden>
    </a>
  );
}

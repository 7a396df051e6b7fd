import type { ReactNode } from "react";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/** A page of Stripe's, in a tab of its own. */
export function StripeLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children} <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
    </a>
  );
}

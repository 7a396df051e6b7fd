import { useLingui } from "@lingui/react/macro";
import { ButtonLink } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { ReactNode } from "react";

/**
 * Leads to a draft as buyers will see it, in a tab of its own, so that the editor stays open. What is not saved is not
 * in it.
 * @param props.href from `previewPaths`
 * @param props.language the name of the language that it is in, if it is not the default one
 */
export function PreviewLink({ href, language }: { href: string; language?: string }) {
  const { t } = useLingui();
  return (
    <ButtonLink href={href} external opensTab>
      {language === undefined ? t`Preview` : t`Preview in ${language}`}
      <VisuallyHidden> {t`(opens in a new tab)`}</VisuallyHidden>
    </ButtonLink>
  );
}

/** A link to the Stripe dashboard that opens in a new tab. */
export function StripeLink({ href, children }: { href: string; children: ReactNode }) {
  const { t } = useLingui();
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children} <VisuallyHidden>{t`(opens in a new tab)`}</VisuallyHidden>
    </a>
  );
}

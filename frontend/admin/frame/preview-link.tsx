import { useLingui } from "@lingui/react/macro";
import { ButtonLink } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

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

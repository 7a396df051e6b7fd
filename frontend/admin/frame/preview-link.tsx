import { Trans } from "@lingui/react/macro";
import { ButtonLink } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";

/**
 * Leads to a draft as buyers will see it, in a tab of its own, so that the editor stays open. What is not saved is not
 * in it.
 * @param props.href from `previewPaths`
 */
export function PreviewLink({ href }: { href: string }) {
  return (
    <ButtonLink href={href} external opensTab>
      <Trans>
        Preview<VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </Trans>
    </ButtonLink>
  );
}

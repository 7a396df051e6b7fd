import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { PlainPage } from "../../worker/render/plain-content.ts";
import { isConsolePath, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import { GoToLibrary, GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** Says that a page needs JavaScript, and what works without it. */
export function showNeedsScript(
  i18n: I18n,
  { path }: ContentOf<"needsScript">,
  { supportEmail }: PlainPage["shop"],
): View {
  const { title, text } = describe(path);
  return {
    title: i18n._(title),
    body: (
      <>
        {text && <p>{i18n._(text)}</p>}
        <p>{i18n._(msg`Turn on JavaScript for this shop and reload the page.`)}</p>
        {supportEmail && (
          <p>
            <Trans>
              If you need help, email <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
            </Trans>
          </p>
        )}
        <ButtonLink href={path} external>
          {i18n._(msg`Reload page`)}
        </ButtonLink>
        {isConsolePath(path) || <GoToLibrary kind="plain" />}
        <GoToShop />
      </>
    ),
  };
}

function describe(path: string): { title: MessageDescriptor; text: MessageDescriptor | null } {
  if (isConsolePath(path)) return { title: msg`The console needs JavaScript.`, text: null };
  if (path.startsWith(paths.account) || path === paths.goodbye)
    return {
      title: msg`Your account needs JavaScript.`,
      text: msg`Without JavaScript, you can still buy products and use your library.`,
    };
  if (path.startsWith("/checkout/"))
    return {
      title: msg`This checkout link needs JavaScript.`,
      text: msg`You haven’t bought anything yet. The link still works. You can also buy from the product’s page.`,
    };
  return { title: msg`This page needs JavaScript.`, text: null };
}

import type { PlainPage } from "../../worker/shop/site/plain/content.ts";
import { isConsolePath, paths } from "../paths.ts";
import { ButtonLink } from "../ui/button.tsx";
import type { ContentOf, View } from "./view.ts";

/** Says what a page needs JavaScript for, and what works without it. */
export function showNeedsScript(
  { path }: ContentOf<"needsScript">,
  { supportEmail }: PlainPage["shop"],
): View {
  const { title, text } = describe(path);
  return {
    title,
    body: (
      <>
        <p>{text}</p>
        <p>
          Turn on JavaScript for this shop and load the page again.
          {supportEmail && (
            <>
              {" "}
              Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
            </>
          )}
        </p>
        <ButtonLink href={path} external>
          Load the page again
        </ButtonLink>
        {isConsolePath(path) || (
          <ButtonLink kind="plain" href={paths.library}>
            Go to your library
          </ButtonLink>
        )}
        <ButtonLink kind="plain" href={paths.home}>
          Go to the shop
        </ButtonLink>
      </>
    ),
  };
}

function describe(path: string): { title: string; text: string } {
  if (isConsolePath(path))
    return {
      title: "The console needs JavaScript",
      text: "Its lists, forms and figures are drawn in the browser.",
    };
  if (path.startsWith(paths.billing))
    return {
      title: "Billing needs JavaScript",
      text: "Its dialogs for changing, pausing and canceling run in the browser. The receipts are also in the emails that you got.",
    };
  if (path.startsWith(paths.account) || path === paths.goodbye)
    return {
      title: "Your account needs JavaScript",
      text: "It shows your sessions and the ways to sign in, and changes them in the browser. You can still buy, and use what you own.",
    };
  if (path.startsWith("/claim/"))
    return {
      title: "Accepting a gift needs JavaScript",
      text: "Nothing was accepted yet, and the link keeps working.",
    };
  if (path.startsWith("/checkout/"))
    return {
      title: "This checkout link needs JavaScript",
      text: "Nothing was bought yet, and the link keeps working. You can also buy from the product's page.",
    };
  return { title: "This page needs JavaScript", text: "It is drawn in the browser." };
}

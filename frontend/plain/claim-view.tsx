import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { TextField } from "../ui/field/fields.tsx";
import { GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** Takes the link of a gift, whose secret no request has in its URL, so that only the reader can enter it here. */
export function showClaim(i18n: I18n, { isSignedIn }: ContentOf<"claimGift">): View {
  return {
    title: i18n._(msg`Accept a gift`),
    body: isSignedIn ? (
      <>
        <form method="post" action="/plain/claim">
          <TextField
            label={i18n._(msg`The link of the gift`)}
            type="text"
            name="link"
            required
            maxLength={500}
            autoComplete="off"
          />
          <Button type="submit" kind="primary">
            {i18n._(msg`Accept gift`)}
          </Button>
        </form>
        <GoToShop />
      </>
    ) : (
      <>
        <p>{i18n._(msg`Sign in first. Then enter the link of the gift here.`)}</p>
        <ButtonLink kind="primary" href={paths.signIn("/claim")} external>
          {i18n._(msg({ message: `Sign in`, comment: "Verb" }))}
        </ButtonLink>
        <GoToShop />
      </>
    ),
  };
}

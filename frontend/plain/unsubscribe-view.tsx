import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** Asks before it turns reminders off, and says when it is done. */
export function showUnsubscribe(i18n: I18n, content: ContentOf<"unsubscribe">): View {
  const { isKnown, token, isDone } = content;
  if (!isKnown)
    return {
      title: i18n._(msg`This link no longer works`),
      body: (
        <>
          <p>
            <Trans>Nothing was changed. You can turn off reminders in your account.</Trans>
          </p>
          <GoToAccount kind="primary" />
        </>
      ),
    };
  if (isDone)
    return {
      title: i18n._(msg`Reminders are off`),
      body: (
        <>
          <p>
            <Trans>
              You’ll no longer receive reminders. You can turn them on again in your account.
            </Trans>
          </p>
          <GoToAccount kind="secondary" />
          <GoToShop />
        </>
      ),
    };
  return {
    title: i18n._(msg`Turn off reminders?`),
    body: (
      <>
        <p>
          <Trans>
            You’ll still receive receipts and other emails about your payments and your access.
          </Trans>
        </p>
        <form method="post" action={`${unsubscribePath}?${new URLSearchParams({ token })}`}>
          <Button type="submit" kind="primary">
            <Trans>Turn off reminders</Trans>
          </Button>
        </form>
        <GoToShop />
      </>
    ),
  };
}

function GoToAccount({ kind }: { kind: "primary" | "secondary" }) {
  return (
    <ButtonLink kind={kind} href={paths.account}>
      <Trans>Go to your account</Trans>
    </ButtonLink>
  );
}

const unsubscribePath = "/plain/emails/off";

import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
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
          <p>{i18n._(msg`Nothing was changed. You can turn off reminders in your account.`)}</p>
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
            {i18n._(
              msg`You’ll no longer receive reminders. You can turn them on again in your account.`,
            )}
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
          {i18n._(
            msg`You’ll still receive receipts and other emails about your payments and your access.`,
          )}
        </p>
        <form method="post" action={`${unsubscribePath}?${new URLSearchParams({ token })}`}>
          <Button type="submit" kind="primary">
            {i18n._(msg`Turn off reminders`)}
          </Button>
        </form>
        <GoToShop />
      </>
    ),
  };
}

function GoToAccount({ kind }: { kind: "primary" | "secondary" }) {
  const { t } = useLingui();
  return (
    <ButtonLink kind={kind} href={paths.account}>
      {t`Go to your account`}
    </ButtonLink>
  );
}

const unsubscribePath = "/plain/emails/off";

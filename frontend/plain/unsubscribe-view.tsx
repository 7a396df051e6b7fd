import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { paths } from "../paths.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { GoToShop } from "./links.tsx";
import type { ContentOf, View } from "./view.ts";

/** What the page says of a choice: before it is turned off, and after. */
const copies = {
  reminders: {
    question: msg`Turn off reminders?`,
    button: msg`Turn off reminders`,
    done: msg`Reminders are off`,
    after: msg`You’ll no longer receive reminders. You can turn them on again in your account.`,
  },
  news: {
    question: msg`Unsubscribe from news?`,
    button: msg`Unsubscribe`,
    done: msg`You’re unsubscribed`,
    after: msg`You’ll no longer receive news. You can subscribe again in your account.`,
  },
};

/** Asks before it turns reminders or news off, and says when it is done. */
export function showUnsubscribe(i18n: I18n, content: ContentOf<"unsubscribe">): View {
  const { choice, token, isDone } = content;
  if (choice === null)
    return {
      title: i18n._(msg`This link no longer works`),
      body: (
        <>
          <p>
            {i18n._(msg`Nothing was changed. You can choose in your account which emails you get.`)}
          </p>
          <GoToAccount kind="primary" />
        </>
      ),
    };
  const copy = copies[choice];
  if (isDone)
    return {
      title: i18n._(copy.done),
      body: (
        <>
          <p>{i18n._(copy.after)}</p>
          <GoToAccount kind="secondary" />
          <GoToShop />
        </>
      ),
    };
  return {
    title: i18n._(copy.question),
    body: (
      <>
        <p>
          {i18n._(
            msg`You’ll still receive receipts and other emails about your payments and your access.`,
          )}
        </p>
        <form method="post" action={`${unsubscribePath}?${new URLSearchParams({ token })}`}>
          <Button type="submit" kind="primary">
            {i18n._(copy.button)}
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

import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { useFreshSignIn } from "../../shop/sign-in/use-fresh-sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ConfirmDialog, useConfirmation } from "../form/confirm-dialog.tsx";
import { PageSection } from "../frame/console-page.tsx";
import shapes from "../frame/shapes.module.css";
import { describeLeftOut } from "./message-copy.ts";
import { recipientsQuery, useSendMessage, type Message, type RecipientCount } from "./queries.ts";

/** Says how many get a saved draft, and sends it after a confirmation with that number. */
export function SendMessage({ message, isDirty }: { message: Message; isDirty: boolean }) {
  const { t } = useLingui();
  const count = useQuery(recipientsQuery(message.id, message.updatedAt));
  return (
    <PageSection title={t`Send`}>
      {message.hasSender ? (
        <QueryBoundary query={count} lines={2}>
          {(counted) => <Send message={message} counted={counted} isDirty={isDirty} />}
        </QueryBoundary>
      ) : (
        <Notice
          tone="info"
          title={t`The shop can’t send email yet.`}
          text={t`Set up an email sender first. The doctor says how.`}
        />
      )}
    </PageSection>
  );
}

function Send({
  message: { id, updatedAt, subject },
  counted: { count, isMore, leftOut },
  isDirty,
}: {
  message: Message;
  counted: RecipientCount;
  isDirty: boolean;
}) {
  const { t, i18n } = useLingui();
  const send = useSendMessage(id);
  const sending = useConfirmation(send);
  // After a fresh sign-in, the member must confirm again.
  const freshSignIn = useFreshSignIn(`message:${id}`, send, (version) => sending.ask(version));
  const people = isMore
    ? t`more than ${plural(count, { one: "# customer", other: "# customers" })}`
    : t({
        message: `${plural(count, { one: "# customer", other: "# customers" })}`,
        context: "to whom a message goes",
      });
  const reasons = describeLeftOut(i18n, leftOut);
  return (
    <div className={shapes.lines}>
      <p>{t`This message goes to ${people}.`}</p>
      {reasons !== "" && <p className={shapes.soft}>{t`Left out: ${reasons}.`}</p>}
      <div>
        <Button
          kind="primary"
          disabledReason={
            isDirty
              ? t`Save your changes first. Only the saved draft is sent.`
              : count === 0
                ? t`Nobody would get this message.`
                : undefined
          }
          onClick={() => sending.ask(updatedAt)}
        >
          {t`Send…`}
        </Button>
      </div>
      {freshSignIn.dialog}
      {sending.asked && !freshSignIn.dialog && (
        <ConfirmDialog
          title={t`Send “${subject}” to ${people}?`}
          confirmLabel={t`Send now`}
          busyLabel={t`Sending…`}
          text={t`You can stop it while it is being sent. What was sent can’t be taken back.`}
          {...sending.dialog}
          error={freshSignIn.error}
        />
      )}
    </div>
  );
}

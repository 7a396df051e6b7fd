import { useLingui } from "@lingui/react/macro";
import type { UseMutationResult } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";

type Answer = { isSent: true; to: string } | { isSent: false; reason: string };

/** The button that sends a test email to the member, and its result. The caller shows an error of `send`. */
export function SendTestEmail({ send }: { send: UseMutationResult<Answer, Error, void> }) {
  const { t } = useLingui();
  const { data } = send;
  const to = data?.isSent ? data.to : "";
  const reason = data?.isSent === false ? data.reason : "";
  return (
    <>
      <Button busy={send.isPending} onClick={() => send.mutate()}>
        {send.isPending ? t`Sending…` : t`Send me a test email`}
      </Button>
      <output>
        {data &&
          (data.isSent
            ? t`Test email sent to ${to}.`
            : t`Couldn’t send the test email: ${reason}.`)}
      </output>
    </>
  );
}

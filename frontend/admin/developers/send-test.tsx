import { useLingui } from "@lingui/react/macro";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PageSection } from "../frame/console-page.tsx";
import styles from "./developers.module.css";
import { describeAttempt, explainAttempt } from "./endpoint-copy.ts";
import { useTestEvent } from "./endpoint-queries.ts";

/** Sends a test event and shows what the endpoint answered. */
export function SendTest({ endpointId }: { endpointId: string }) {
  const { t, i18n } = useLingui();
  const test = useTestEvent(endpointId);
  const { data } = test;
  const attempt = data && describeAttempt(i18n, data);
  const explanation = data && explainAttempt(i18n, data);
  return (
    <PageSection
      title={t`Test`}
      description={t`Sends one signed event now. It’s not part of the event feed and is not retried.`}
      actions={
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? t`Sending…` : t`Send test event`}
        </Button>
      }
    >
      {test.isError && <ErrorNotice error={test.error} />}
      {data && (
        <>
          <output className={explanation ? styles.failed : undefined}>
            {explanation
              ? t`${explanation} (${attempt})`
              : t`The endpoint accepted the event: ${attempt}`}
          </output>
          {data.responseBody && (
            <CodeBlock label={t`the response`} title={t`Response`} code={data.responseBody} />
          )}
        </>
      )}
    </PageSection>
  );
}

import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { PageSection } from "../frame/console-page.tsx";
import styles from "./developers.module.css";
import { describeAttempt, explainAttempt } from "./endpoint-copy.ts";
import { useTestEvent } from "./endpoint-queries.ts";

/** Sends a test event and shows what the endpoint answered. */
export function SendTest({ endpointId }: { endpointId: string }) {
  const test = useTestEvent(endpointId);
  const { data } = test;
  const explanation = data && explainAttempt(data);
  return (
    <PageSection
      title="Test"
      description="Sends one signed event now. It is not part of the feed, and is not repeated."
      actions={
        <Button busy={test.isPending} onClick={() => test.mutate()}>
          {test.isPending ? "Sending…" : "Send a test event"}
        </Button>
      }
    >
      {test.isError && <ErrorNotice error={test.error} />}
      {data && (
        <>
          <output className={explanation ? styles.failed : undefined}>
            {explanation
              ? `${explanation} (${describeAttempt(data)})`
              : `The endpoint accepted it: ${describeAttempt(data)}.`}
          </output>
          {data.responseBody && (
            <CodeBlock label="the answer" title="Answer" code={data.responseBody} />
          )}
        </>
      )}
    </PageSection>
  );
}

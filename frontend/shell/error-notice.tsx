import { describeError } from "../messages/errors.ts";
import { Notice } from "../ui/notice.tsx";

/** Explains why an action failed and what the user can do next. */
export function ErrorNotice({ error }: { error: Error }) {
  const { title, nextStep } = describeError(error);
  return (
    <Notice tone="error" title={title}>
      <p>{nextStep}</p>
    </Notice>
  );
}

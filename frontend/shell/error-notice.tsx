import { describeError } from "../messages/errors.ts";
import { Notice } from "../ui/notice.tsx";

/** Something the person did that was refused: what happened and what to do next, in place. */
export function ErrorNotice({ error }: { error: Error }) {
  const { title, next } = describeError(error);
  return (
    <Notice tone="error" title={title}>
      <p>{next}</p>
    </Notice>
  );
}

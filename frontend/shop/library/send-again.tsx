import { useLingui } from "@lingui/react/macro";
import { api, read } from "../../http/client.ts";
import { useMutation } from "../../http/use-mutation.ts";
import { explainError } from "../../messages/errors.ts";
import { Button } from "../../ui/button.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { LibraryEntry } from "./queries.ts";

/** Sends the email of a purchase or a gift again, and says to which address. */
export function SendAgain({ entry }: { entry: LibraryEntry }) {
  const { t, i18n } = useLingui();
  const { sourceId: id, product } = entry;
  const send = useMutation({
    mutationFn: () => read(api.me.library[":id"].email.$post({ param: { id } })),
  });
  const to = send.data?.to ?? "";
  return (
    <>
      <Button kind="plain" busy={send.isPending} onClick={() => send.mutate()}>
        {t`Send the email again`} <VisuallyHidden>{product.name}</VisuallyHidden>
      </Button>
      <output>
        {send.isError && explainError(i18n, send.error)}
        {send.isSuccess &&
          (send.data.isSent ? t`Sent to ${to}.` : t`The email to ${to} couldn’t be sent.`)}
      </output>
    </>
  );
}

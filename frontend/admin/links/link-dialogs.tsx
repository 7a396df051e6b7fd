import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { EditLinkDialog } from "./edit-link-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { NewLinkDialog } from "./new-link-dialog.tsx";
import { linkQuery } from "../link-parts/queries.ts";

/** The parameters of the URL that are about a dialog, not about the list. */
const dialogParams = ["dialog", "link", "priceId", "promotionCodeId"];

/** The dialog that the URL names: it makes, shows or changes a link. */
export function LinkDialogs() {
  const [params, setParams] = useSearchParams();
  const dialog = params.get("dialog");
  const id = params.get("link") ?? "";
  /** Goes back to the list, or to another dialog. */
  const open = (next: Record<string, string>) => {
    const rest = new URLSearchParams(params);
    for (const name of dialogParams) rest.delete(name);
    // The product is chosen in the dialog, and not what the list is filtered by.
    if (dialog === "new") rest.delete("productId");
    for (const [name, value] of Object.entries(next)) rest.set(name, value);
    setParams(rest, { replace: true });
  };
  const close = () => open({});
  if (dialog === "new")
    return (
      <NewLinkDialog
        chosen={Object.fromEntries(params)}
        onCreated={({ id: link }) => open({ dialog: "show", link })}
        onClose={close}
      />
    );
  if (dialog === "show" || dialog === "edit")
    return (
      <LinkFound
        key={`${dialog} ${id}`}
        id={id}
        isEdited={dialog === "edit"}
        onShow={() => open({ dialog: "show", link: id })}
        onEdit={() => open({ dialog: "edit", link: id })}
        onClose={close}
      />
    );
  return null;
}

function LinkFound({
  id,
  isEdited,
  onShow,
  onEdit,
  onClose,
}: {
  id: string;
  isEdited: boolean;
  onShow: () => void;
  onEdit: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const query = useQuery(linkQuery(id));
  if (query.data)
    return isEdited ? (
      <EditLinkDialog link={query.data} onSaved={onShow} onClose={onShow} />
    ) : (
      <LinkDialog link={query.data} onEdit={onEdit} onClose={onClose} />
    );
  return (
    <Dialog
      title={t`Permanent link`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      <QueryBoundary query={query} skeleton={<SkeletonLines lines={4} />}>
        {() => <Notice tone="error" title={t`There is no such link.`} />}
      </QueryBoundary>
    </Dialog>
  );
}

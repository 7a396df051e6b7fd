import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import type { InferRequestType } from "hono/client";
import { useId, useState, type FormEvent, type ReactNode } from "react";
import { useLocation } from "wouter";
import { api, read, send } from "../../http/client.ts";
import { findFieldError } from "../form/form-errors.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field/fields.tsx";
import { showToast } from "../../ui/toast.tsx";

export const savedFilters = api.admin["saved-filters"];
const savedFilter = savedFilters[":id"];

/** The lists whose filters can be saved. */
export type FilterableList = InferRequestType<typeof savedFilters.$get>["query"]["list"];

/** Asks for a name for the current filters of a list. */
export function SaveFilterDialog({
  list,
  query,
  queryKey,
  onClose,
}: {
  list: FilterableList;
  query: string;
  queryKey: QueryKey;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const save = useMutation({
    mutationFn: (name: string) => read(savedFilters.$post({ json: { list, name, query } })),
    onSuccess: (saved, _name, _context, { client }) => {
      client.setQueryData(queryKey, saved.savedFilters);
      showToast(t`Filter saved`);
      onClose();
    },
  });
  return (
    <NameDialog
      title={t`Save filter`}
      name=""
      save={save}
      onSubmit={save.mutate}
      onClose={onClose}
    />
  );
}

/** Renames or deletes a saved filter. */
export function EditFilterDialog({
  filter,
  queryKey,
  onClose,
}: {
  filter: { id: string; name: string };
  queryKey: QueryKey;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [path, navigate] = useLocation();
  const finish = (sentence: string) => async () => {
    await client.invalidateQueries({ queryKey });
    showToast(sentence);
    onClose();
  };
  const param = { id: filter.id };
  const rename = useMutation({
    mutationFn: (name: string) => send(savedFilter.$put({ param, json: { name } })),
    onSuccess: finish(t`Filter renamed`),
  });
  const remove = useMutation({
    mutationFn: () => send(savedFilter.$delete({ param })),
    onSuccess: async () => {
      navigate(path);
      await finish(t`Filter deleted`)();
    },
  });
  return (
    <NameDialog
      title={t`Edit filter`}
      name={filter.name}
      save={rename}
      onSubmit={rename.mutate}
      onClose={onClose}
    >
      <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
        {t`Delete filter`}
      </Button>
      {remove.error && <ErrorNotice error={remove.error} />}
    </NameDialog>
  );
}

function NameDialog({
  title,
  name,
  save,
  onSubmit,
  onClose,
  children,
}: {
  title: string;
  name: string;
  save: { isPending: boolean; error: Error | null };
  onSubmit: (name: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { t } = useLingui();
  const formId = useId();
  const [text, setText] = useState(name);
  const fieldError = findFieldError(save.error, "name");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(text.trim());
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            type="submit"
            form={formId}
            kind="primary"
            busy={save.isPending}
            disabledReason={text.trim() === "" ? t`Enter a name first.` : undefined}
          >
            {t`Save`}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <TextField
          label={t`Name`}
          hint={t`Only you can see this filter.`}
          maxLength={40}
          autoComplete="off"
          value={text}
          error={fieldError}
          onChange={(event) => setText(event.target.value)}
        />
      </form>
      {save.error && fieldError === undefined && <ErrorNotice error={save.error} />}
      {children}
    </Dialog>
  );
}

import { msg, plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { RowAction } from "../../frame/row-action.tsx";
import { MarkdownEditor } from "../../editor/markdown-editor.tsx";
import { consolePaths } from "../../frame/console-paths.ts";
import { api, read } from "../../../http/client.ts";
import { pagesKey } from "../../pages/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field/fields.tsx";
import { StatusBadge } from "../../../ui/status-badge.tsx";
import {
  type NewPageValues,
  isBlankPage,
  type BenefitFieldProps,
  type BenefitPart,
} from "./benefit-part.ts";
import shapes from "../../frame/shapes.module.css";
import styles from "../editor-rows.module.css";

const pageChoicesKey = [...pagesKey, "choices"];

/** The newest pages, to pick from. The page of each has all its benefits. */
const usePageChoices = () =>
  useQuery({
    queryKey: pageChoicesKey,
    queryFn: async () => (await read(api.admin.pages.$get({ query: { limit: 100 } }))).items,
  });

/** Pages that only members can read: written right here, or picked from the existing ones. */
export const page: BenefitPart<"page"> = {
  name: msg`Members-only page`,
  newName: msg`Members-only pages`,
  optionsName: msg({ message: "Note", context: "for customers" }),
  Content: Pages,
  createValues: (key) => ({ newPages: [{ key: `${key}-1`, title: "", body: "" }] }),
  toContent: ({ pageIds, newPages }, isPublished) => ({
    pageIds,
    newPages: newPages
      .filter((each) => !isBlankPage(each))
      .map(({ title, body }) => ({ title, body, isPublished })),
  }),
  describeContent: (i18n, { pages }) =>
    i18n._(msg`${plural({ count: pages.length }, { one: "# page", other: "# pages" })}`),
};

function Pages({ row, benefit, form, onChange }: BenefitFieldProps) {
  const { t } = useLingui();
  const { key, pageIds, newPages } = row;
  const choices = usePageChoices().data ?? [];
  const isPublishedNow = form.isLive;
  const describe = (id: string) =>
    benefit?.pages.find((page) => page.id === id) ?? choices.find((page) => page.id === id);
  const changePage = (pageKey: string, changes: Partial<NewPageValues>) =>
    onChange({
      newPages: newPages.map((page) => (page.key === pageKey ? { ...page, ...changes } : page)),
    });
  const available = choices.filter(({ id }) => !pageIds.includes(id));
  return (
    <>
      {pageIds.length > 0 && (
        <ul className={shapes.items} aria-label={t`Pages`}>
          {pageIds.map((id) => (
            <li className={shapes.spread} key={id}>
              <span>
                <Link href={consolePaths.page(id)}>{describe(id)?.title ?? t`Page`}</Link>{" "}
                <PageStatus status={describe(id)?.status} />
              </span>
              <RowAction
                label={t`Remove`}
                about={describe(id)?.title ?? t`page`}
                onClick={() => onChange({ pageIds: pageIds.filter((each) => each !== id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {newPages.map((page) => (
        <div key={page.key} className={styles.written}>
          <TextField
            label={t`Page title`}
            maxLength={120}
            value={page.title}
            error={form.getFieldError(`benefits.${key}.newPages.${page.key}.title`)}
            onChange={(event) => changePage(page.key, { title: event.target.value })}
          />
          <MarkdownEditor
            label={t`Page content`}
            hint={
              isPublishedNow
                ? t`Customers with access can read it as soon as you save.`
                : t`Published together with the product.`
            }
            value={page.body}
            error={form.getFieldError(`benefits.${key}.newPages.${page.key}.body`)}
            onChange={(body) => changePage(page.key, { body })}
          />
          <RowAction
            label={t`Remove`}
            about={page.title || t`new page`}
            onClick={() => onChange({ newPages: newPages.filter((each) => each !== page) })}
          />
        </div>
      ))}
      <div className={styles.share}>
        {available.length > 0 && (
          <SelectField
            label={t`Existing page`}
            value=""
            options={[
              { value: "", label: t`Select…` },
              ...available.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(event) => onChange({ pageIds: [...pageIds, event.target.value] })}
          />
        )}
        <Button
          onClick={() =>
            onChange({ newPages: [...newPages, { key: crypto.randomUUID(), title: "", body: "" }] })
          }
        >
          {t`Write new page`}
        </Button>
      </div>
    </>
  );
}

function PageStatus({ status }: { status: "draft" | "published" | "archived" | undefined }) {
  const { t } = useLingui();
  if (status === undefined || status === "published") return null;
  return (
    <StatusBadge tone={status === "draft" ? "warning" : "neutral"}>
      {status === "draft" ? t`Draft` : t`Archived`}
    </StatusBadge>
  );
}

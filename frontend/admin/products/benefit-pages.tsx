import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { MarkdownEditor } from "../editor/markdown-editor.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { fetchPages, pagesKey } from "../pages/queries.ts";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import { TextField } from "../../ui/field/text-field.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { NewPageValues } from "./benefit-form-values.ts";
import type { BenefitFieldProps } from "./benefit-field-props.ts";
import styles from "./editor-rows.module.css";
import { SmallAction } from "./small-action.tsx";

const pageChoicesKey = [...pagesKey, "choices"];

/** The newest pages, to pick from. The page of each has all its benefits. */
const usePageChoices = () =>
  useQuery({
    queryKey: pageChoicesKey,
    queryFn: async () => (await fetchPages({ limit: "100" })).items,
  });

/** The pages of a benefit: written right here, or picked from the existing ones. */
export function BenefitPages({ row, benefit, form, onChange }: BenefitFieldProps) {
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
        <ul className={styles.content} aria-label={t`Pages`}>
          {pageIds.map((id) => (
            <li key={id}>
              <span>
                <Link href={consolePaths.page(id)}>{describe(id)?.title ?? t`Page`}</Link>{" "}
                <PageStatus status={describe(id)?.status} />
              </span>
              <SmallAction
                name={describe(id)?.title ?? t`page`}
                onClick={() => onChange({ pageIds: pageIds.filter((each) => each !== id) })}
              >
                <Trans>Remove</Trans>
              </SmallAction>
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
          <SmallAction
            name={page.title || t`new page`}
            onClick={() => onChange({ newPages: newPages.filter((each) => each !== page) })}
          >
            <Trans>Remove</Trans>
          </SmallAction>
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
          <Trans>Write new page</Trans>
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

import { plural } from "@lingui/core/macro";
import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import {
  findFieldError,
  SubmitErrorNotice,
  useFocusFirstInvalidField,
} from "../form/form-errors.tsx";
import { UnsavedChangesGuard } from "../form/unsaved-changes-guard.tsx";
import { Table } from "../list/table.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextArea } from "../../ui/field/fields.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import {
  BenefitSelect,
  deliverableBenefitsQuery,
  useSelectedBenefit,
  type DeliverableBenefit,
} from "../benefits/deliverable-benefits.tsx";
import {
  previewImport,
  stockQuery,
  useImportKeys,
  type KeyImport,
  type ImportResult,
} from "./queries.ts";
import shapes from "../frame/shapes.module.css";

/** `/admin/licenses/import`: imports keys from other systems after a preview. */
export default function ImportPage() {
  const { t } = useLingui();
  const benefitsQuery = useQuery(deliverableBenefitsQuery("license_key"));
  return (
    <ConsolePage
      title={t`Import license keys`}
      parent={{ href: consolePaths.licenses, name: t`License keys` }}
      description={t`Import keys issued by another system, or a stock of keys to sell. Up to 10,000 at a time.`}
    >
      <QueryBoundary query={benefitsQuery}>
        {(list) => <ImportForm benefits={list} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function ImportForm({ benefits }: { benefits: DeliverableBenefit[] }) {
  const { t } = useLingui();
  const [params] = useSearchParams();
  const [benefit, selectBenefit] = useSelectedBenefit(benefits);
  const [csv, setCsv] = useState("");
  const [handOut, setHandOut] = useState(params.get("use") === "stock");
  const stock = useQuery({ ...stockQuery(benefit?.id ?? ""), enabled: benefit !== undefined }).data;
  const preview = useMutation({ mutationFn: previewImport });
  const importing = useImportKeys();
  const error = importing.error ?? preview.error;
  const formRef = useFocusFirstInvalidField<HTMLDivElement>(error);
  if (!benefit)
    return (
      <EmptyState
        title={t`No product includes license keys`}
        text={t`Add a license key benefit to a product first. Then import keys for it.`}
      >
        <ButtonLink href={consolePaths.products}>{t`Go to products`}</ButtonLink>
      </EmptyState>
    );
  if (importing.data)
    return <ImportSummary benefit={benefit} result={importing.data} onMore={startOver} />;

  const input: KeyImport = { benefitId: benefit.id, csv, handOut };
  // Every input change invalidates the preview.
  function withReset<Value>(setter: (value: Value) => void) {
    return (value: Value) => {
      setter(value);
      preview.reset();
      importing.reset();
    };
  }
  function startOver() {
    setCsv("");
    preview.reset();
    importing.reset();
  }
  const csvError = findFieldError(error, "csv");
  return (
    <div ref={formRef} className={shapes.form}>
      <BenefitSelect
        label={t`Benefit`}
        benefits={benefits}
        selected={benefit}
        onSelect={withReset(selectBenefit)}
      />
      <Choices
        legend={t`Type of keys`}
        selected={handOut ? "stock" : "use"}
        onSelect={withReset((value: string) => setHandOut(value === "stock"))}
        choices={[
          {
            value: "use",
            name: t`In use`,
            main: t`Already issued`,
            detail: t`The keys are valid right away. Their licensees can claim them in their library.`,
          },
          {
            value: "stock",
            name: t`Stock`,
            main: t`Not issued yet`,
            detail: t`Each new customer gets one of these keys. Customers who have waited longest come first.`,
          },
        ]}
      />
      {handOut && stock && !stock.isFromStock && (
        <p>
          <Trans>
            This benefit currently generates its own keys. To assign imported keys instead, change
            the key source in the product’s benefit.
          </Trans>
        </p>
      )}
      <TextArea
        label={t`Keys (CSV)`}
        hint={
          <>
            <Trans>
              The first line contains the column names: <code>key</code>, and optionally{" "}
              <code>activation_limit</code>, <code>expires_at</code>, and <code>licensee</code>.
            </Trans>
          </>
        }
        placeholder={
          "key,activation_limit,expires_at,licensee\nABCD-1234-EFGH,3,2028-01-31,Ann Other"
        }
        spellCheck={false}
        rows={8}
        value={csv}
        error={csvError}
        onChange={(event) => withReset(setCsv)(event.target.value)}
      />
      <div className={shapes.actions}>
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChoose={([file]) => void file?.text().then(withReset(setCsv))}
        >
          {t`Load from file`}
        </FileButton>
        <Button
          kind={preview.data ? "secondary" : "primary"}
          busy={preview.isPending}
          onClick={() => preview.mutate(input)}
        >
          {preview.isPending ? t`Checking…` : t`Preview import`}
        </Button>
      </div>
      {error && csvError === undefined && <SubmitErrorNotice error={error} />}
      {preview.data && (
        <PageSection title={t`Preview`}>
          <Preview result={preview.data} />
          {preview.data.imported > 0 && (
            <div className={shapes.actions}>
              <Button
                kind="primary"
                busy={importing.isPending}
                onClick={() => importing.mutate(input)}
              >
                {importing.isPending ? (
                  t`Importing…`
                ) : (
                  <Plural
                    value={{ count: preview.data.imported }}
                    one="Import # key"
                    other="Import # keys"
                  />
                )}
              </Button>
            </div>
          )}
        </PageSection>
      )}
      <UnsavedChangesGuard when={csv !== ""} isSaving={importing.isPending} />
    </div>
  );
}

const MAX_SHOWN = 100;

function Preview({ result: { imported, refused } }: { result: ImportResult }) {
  return (
    <>
      <output>
        <Plural
          value={imported}
          _0="No keys will be imported."
          one="# key will be imported."
          other="# keys will be imported."
        />{" "}
        {refused.length > 0 && (
          <Plural
            value={{ count: refused.length }}
            one="# line is rejected."
            other="# lines are rejected."
          />
        )}
      </output>
      <RejectedLines refused={refused} />
    </>
  );
}

function RejectedLines({ refused }: Pick<ImportResult, "refused">) {
  const { t } = useLingui();
  if (refused.length === 0) return null;
  const hiddenCount = refused.length - MAX_SHOWN;
  return (
    <>
      <Table
        label={t`Rejected lines`}
        rows={refused.slice(0, MAX_SHOWN).map((line) => ({ id: String(line.line), ...line }))}
        columns={[
          { name: t`Line`, cell: ({ line }) => line },
          { name: t`Reason`, cell: ({ reason }) => reason },
        ]}
      />
      {hiddenCount > 0 && (
        <p>
          <Plural
            value={hiddenCount}
            one="# more line isn’t shown."
            other="# more lines aren’t shown."
          />
        </p>
      )}
    </>
  );
}

function ImportSummary({
  benefit,
  result,
  onMore,
}: {
  benefit: DeliverableBenefit;
  result: ImportResult;
  onMore: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className={shapes.form}>
      <Notice
        tone="info"
        title={t`${plural({ count: result.imported }, { one: "# key imported.", other: "# keys imported." })}`}
      >
        <p>
          <Link href={consolePaths.filteredLicenses({ benefitId: benefit.id })}>
            {t`View keys`}
          </Link>
        </p>
      </Notice>
      <RejectedLines refused={result.refused} />
      <div className={shapes.actions}>
        <Button onClick={onMore}>{t`Import more keys`}</Button>
      </div>
    </div>
  );
}

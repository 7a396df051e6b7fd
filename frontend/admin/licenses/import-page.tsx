import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { SubmitErrorNotice } from "../frame/form-error.tsx";
import { UnsavedChangesGuard } from "../frame/unsaved-changes-guard.tsx";
import { useFocusFirstInvalidField } from "../frame/use-focus-first-invalid-field.ts";
import { Table } from "../frame/list.tsx";
import { ApiError } from "../../http/errors.ts";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { TextArea } from "../../ui/field/text-area.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import {
  BenefitSelect,
  deliverableBenefitsQuery,
  useSelectedBenefit,
  type DeliverableBenefit,
} from "../products/deliverable-benefits.tsx";
import {
  importKeys,
  licensesKey,
  previewImport,
  stockQuery,
  type KeyImport,
  type ImportResult,
} from "./queries.ts";
import styles from "./import-page.module.css";

/** `/admin/licenses/import`: imports keys from other systems after a preview. */
export default function ImportPage() {
  const benefitsQuery = useQuery(deliverableBenefitsQuery("license_key"));
  return (
    <ConsolePage
      title="Import keys"
      parent={{ href: consolePaths.licenses, name: "Licenses" }}
      description="Keys that another shop issued, or a stock that you were given to sell. Up to 10,000 at a time."
    >
      <QueryBoundary query={benefitsQuery} skeleton={<SkeletonLines lines={6} />}>
        {(list) => <ImportForm benefits={list} />}
      </QueryBoundary>
    </ConsolePage>
  );
}

function ImportForm({ benefits }: { benefits: DeliverableBenefit[] }) {
  const [params] = useSearchParams();
  const [benefit, selectBenefit] = useSelectedBenefit(benefits);
  const [csv, setCsv] = useState("");
  const [handOut, setHandOut] = useState(params.get("use") === "stock");
  const stock = useQuery({ ...stockQuery(benefit?.id ?? ""), enabled: benefit !== undefined }).data;
  const preview = useMutation({ mutationFn: previewImport });
  const importing = useMutation({
    mutationFn: importKeys,
    onSuccess: (_response, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: licensesKey }),
  });
  const error = importing.error ?? preview.error;
  const formRef = useFocusFirstInvalidField<HTMLDivElement>(error);
  if (!benefit)
    return (
      <EmptyState title="No product gives license keys.">
        <p>
          Give a product a benefit of the type “license key” first; the keys are imported for it.
        </p>
        <ButtonLink href={consolePaths.products}>Go to the products</ButtonLink>
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
  const csvError =
    error instanceof ApiError
      ? error.fields.find(({ path }) => path === "csv")?.message
      : undefined;
  return (
    <div ref={formRef} className={styles.form}>
      <BenefitSelect
        label="For"
        benefits={benefits}
        selected={benefit}
        onSelect={withReset(selectBenefit)}
      />
      <Choices
        legend="What the keys are"
        selected={handOut ? "stock" : "use"}
        onSelect={withReset((value: string) => setHandOut(value === "stock"))}
        choices={[
          {
            value: "use",
            name: "In use",
            main: "Valid from now on",
            detail: "Who holds one can claim it in their library.",
          },
          {
            value: "stock",
            name: "A stock",
            main: "To be handed out",
            detail: "Buyers get one each, those who wait longest first.",
          },
        ]}
      />
      {handOut && stock && !stock.isFromStock && (
        <p>
          Buyers of this get keys that are made here. For these to be handed out, say in the product
          that its keys are those that you import.
        </p>
      )}
      <TextArea
        label="Keys, as CSV"
        hint={
          <>
            The first line names the columns: <code>key</code>, and any of{" "}
            <code>activation_limit</code>, <code>expires_at</code> and <code>licensee</code>.
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
      <div className={styles.actions}>
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChoose={([file]) => void file?.text().then(withReset(setCsv))}
        >
          Read a file
        </FileButton>
        <Button
          kind={preview.data ? "secondary" : "primary"}
          busy={preview.isPending}
          onClick={() => preview.mutate(input)}
        >
          {preview.isPending ? "Looking…" : "Look through them"}
        </Button>
      </div>
      {error && csvError === undefined && <SubmitErrorNotice error={error} />}
      {preview.data && (
        <PageSection title="What would happen">
          <Preview result={preview.data} />
          {preview.data.imported > 0 && (
            <div className={styles.actions}>
              <Button
                kind="primary"
                busy={importing.isPending}
                onClick={() => importing.mutate(input)}
              >
                {importing.isPending
                  ? "Importing…"
                  : `Import ${formatKeyCount(preview.data.imported)}`}
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
        {imported === 0
          ? "No key would be imported"
          : `${formatKeyCount(imported)} would be imported`}
        {refused.length > 0 &&
          `, ${refused.length} ${refused.length === 1 ? "line" : "lines"} refused`}
        .
      </output>
      <RejectedLines refused={refused} />
    </>
  );
}

function RejectedLines({ refused }: Pick<ImportResult, "refused">) {
  if (refused.length === 0) return null;
  return (
    <>
      <Table
        label="Lines that give no key"
        rows={refused.slice(0, MAX_SHOWN).map((line) => ({ id: String(line.line), ...line }))}
        columns={[
          { name: "Line", cell: ({ line }) => line },
          { name: "Why not", cell: ({ reason }) => reason },
        ]}
      />
      {refused.length > MAX_SHOWN && <p>And {refused.length - MAX_SHOWN} more.</p>}
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
  return (
    <div className={styles.form}>
      <Notice tone="info" title={`${formatKeyCount(result.imported)} imported.`}>
        <p>
          <Link href={consolePaths.filteredLicenses({ benefitId: benefit.id })}>See the keys</Link>
        </p>
      </Notice>
      <RejectedLines refused={result.refused} />
      <div className={styles.actions}>
        <Button onClick={onMore}>Import more</Button>
      </div>
    </div>
  );
}

const formatKeyCount = (count: number) => (count === 1 ? "1 key" : `${count} keys`);

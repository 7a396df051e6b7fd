import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { ConsolePage, Part } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { RefusalNotice } from "../frame/form-error.tsx";
import { TextArea } from "../frame/form-frame.tsx";
import { LeaveGuard } from "../frame/unsaved-changes-guard.tsx";
import { useRefusedFocus } from "../frame/use-focus-first-invalid-field.ts";
import { Table } from "../frame/list.tsx";
import { ApiError } from "../../http/errors.ts";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Choices } from "../../ui/choices.tsx";
import { Empty } from "../../ui/empty-state.tsx";
import { FileButton } from "../../ui/file-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import {
  GoodField,
  goodsQuery,
  useChosenGood,
  type Good,
} from "../products/deliverable-benefits.tsx";
import {
  importKeys,
  licensesKey,
  previewImport,
  stockQuery,
  type Import,
  type ImportResult,
} from "./queries.ts";
import styles from "./import-page.module.css";

/** `/admin/licenses/import`: keys from elsewhere, shown before anything is written. */
export default function ImportPage() {
  const goods = useQuery(goodsQuery("license_key"));
  return (
    <ConsolePage
      title="Import keys"
      up={{ href: consolePaths.licenses, name: "Licenses" }}
      about="Keys that another shop issued, or a stock that you were given to sell. Up to 10,000 at a time."
    >
      <Loaded query={goods} skeleton={<SkeletonLines lines={6} />}>
        {(list) => <ImportForm list={list} />}
      </Loaded>
    </ConsolePage>
  );
}

function ImportForm({ list }: { list: Good[] }) {
  const [params] = useSearchParams();
  const [good, choose] = useChosenGood(list);
  const [csv, setCsv] = useState("");
  const [handOut, setHandOut] = useState(params.get("use") === "stock");
  const stock = useQuery({ ...stockQuery(good?.id ?? ""), enabled: good !== undefined }).data;
  const preview = useMutation({ mutationFn: previewImport });
  const bringing = useMutation({
    mutationFn: importKeys,
    onSuccess: (_answer, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: licensesKey }),
  });
  const error = bringing.error ?? preview.error;
  const element = useRefusedFocus<HTMLDivElement>(error);
  if (!good)
    return (
      <Empty title="No product gives license keys.">
        <p>
          Give a product a benefit of the type “license key” first; the keys are imported for it.
        </p>
        <ButtonLink href={consolePaths.products}>Go to the products</ButtonLink>
      </Empty>
    );
  if (bringing.data) return <Done good={good} result={bringing.data} onMore={startAnew} />;

  const input: Import = { benefitId: good.id, csv, handOut };
  // Whatever changes, what was shown is no longer what would be written.
  function change<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      set(value);
      preview.reset();
      bringing.reset();
    };
  }
  function startAnew() {
    setCsv("");
    preview.reset();
    bringing.reset();
  }
  const refusal =
    error instanceof ApiError
      ? error.fields.find(({ path }) => path === "csv")?.message
      : undefined;
  return (
    <div ref={element} className={styles.form}>
      <GoodField label="For" list={list} chosen={good} onChoose={change(choose)} />
      <Choices
        legend="What the keys are"
        selected={handOut ? "stock" : "use"}
        onSelect={change((value: string) => setHandOut(value === "stock"))}
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
        error={refusal}
        onChange={(event) => change(setCsv)(event.target.value)}
      />
      <div className={styles.actions}>
        <FileButton
          accept=".csv,text/csv,text/plain"
          onChoose={([file]) => void file?.text().then(change(setCsv))}
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
      {error && refusal === undefined && <RefusalNotice error={error} />}
      {preview.data && (
        <Part title="What would happen">
          <Preview result={preview.data} />
          {preview.data.imported > 0 && (
            <div className={styles.actions}>
              <Button
                kind="primary"
                busy={bringing.isPending}
                onClick={() => bringing.mutate(input)}
              >
                {bringing.isPending ? "Importing…" : `Import ${nameKeys(preview.data.imported)}`}
              </Button>
            </div>
          )}
        </Part>
      )}
      <LeaveGuard when={csv !== ""} isSaving={bringing.isPending} />
    </div>
  );
}

const SHOWN = 100;

function Preview({ result: { imported, refused } }: { result: ImportResult }) {
  return (
    <>
      <output>
        {imported === 0 ? "No key would be imported" : `${nameKeys(imported)} would be imported`}
        {refused.length > 0 &&
          `, ${refused.length} ${refused.length === 1 ? "line" : "lines"} refused`}
        .
      </output>
      <Refused refused={refused} />
    </>
  );
}

function Refused({ refused }: Pick<ImportResult, "refused">) {
  if (refused.length === 0) return null;
  return (
    <>
      <Table
        label="Lines that give no key"
        rows={refused.slice(0, SHOWN).map((each) => ({ id: String(each.line), ...each }))}
        columns={[
          { name: "Line", cell: ({ line }) => line },
          { name: "Why not", cell: ({ reason }) => reason },
        ]}
      />
      {refused.length > SHOWN && <p>And {refused.length - SHOWN} more.</p>}
    </>
  );
}

function Done({ good, result, onMore }: { good: Good; result: ImportResult; onMore: () => void }) {
  return (
    <div className={styles.form}>
      <Notice tone="info" title={`${nameKeys(result.imported)} imported.`}>
        <p>
          <Link href={consolePaths.licensesOf({ benefitId: good.id })}>See the keys</Link>
        </p>
      </Notice>
      <Refused refused={result.refused} />
      <div className={styles.actions}>
        <Button onClick={onMore}>Import more</Button>
      </div>
    </div>
  );
}

const nameKeys = (count: number) => (count === 1 ? "1 key" : `${count} keys`);

import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { useRestoreFocus } from "../frame/use-restore-focus.ts";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field/select-field.tsx";
import rows from "../../ui/row-list.module.css";
import { BenefitForm } from "./benefit-form.tsx";
import { benefitTypes } from "./benefit-form-values.ts";
import {
  benefitRemovalPreviewQuery,
  shareableBenefitsQuery,
  useProductChange,
  type EditableBenefit,
  type EditableProduct,
} from "./editor-queries.ts";
import styles from "./editor.module.css";

/** A product's benefits in display order. */
export function ProductBenefits({ product }: { product: EditableProduct }) {
  const { id, benefits } = product;
  // Only one form is open at a time: opening another would discard its input.
  const [openFormId, setOpenFormId] = useState<string | null>(null);
  const [lastClosedFormId, setLastClosedFormId] = useState<string | null>(null);
  const addButton = useRestoreFocus(openFormId === "new");
  const close = () => {
    setLastClosedFormId(openFormId);
    setOpenFormId(null);
  };
  const reorder = useProductChange((ids: string[]) =>
    read(api.admin.products[":id"].benefits.$put({ param: { id }, json: { ids } })),
  );
  const ids = benefits.map((benefit) => benefit.id);
  const move = (index: number, direction: -1 | 1) => {
    const [current, neighbor] = [ids[index], ids[index + direction]];
    if (!current || !neighbor || reorder.isPending) return;
    reorder.mutate(ids.with(index, neighbor).with(index + direction, current));
  };
  return (
    <>
      {benefits.length > 0 && (
        <ul className={rows.rows}>
          {benefits.map((benefit, index) => (
            <li key={benefit.id} className={styles.benefit}>
              {openFormId === benefit.id ? (
                <BenefitForm product={product} benefit={benefit} onClose={close} />
              ) : (
                <BenefitRow
                  product={product}
                  benefit={benefit}
                  canEdit={openFormId === null}
                  shouldFocus={lastClosedFormId === benefit.id}
                  onEdit={() => setOpenFormId(benefit.id)}
                  onMove={(direction) => move(index, direction)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {reorder.isError && <ErrorNotice error={reorder.error} />}
      {openFormId === "new" ? (
        <BenefitForm product={product} onClose={close} />
      ) : (
        openFormId === null && (
          <div className={styles.previewBar}>
            <Button ref={addButton} onClick={() => setOpenFormId("new")}>
              Add a benefit
            </Button>
          </div>
        )
      )}
      <ShareBenefit product={product} />
    </>
  );
}

function BenefitRow({
  product,
  benefit,
  canEdit,
  shouldFocus,
  onEdit,
  onMove,
}: {
  product: EditableProduct;
  benefit: EditableBenefit;
  /** False while another form is open. */
  canEdit: boolean;
  /** True right after this benefit's form was closed. */
  shouldFocus: boolean;
  onEdit: () => void;
  onMove: (direction: -1 | 1) => void;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (shouldFocus) editButton.current?.focus();
  }, [shouldFocus]);
  const others = benefit.products.filter(({ id }) => id !== product.id);
  return (
    <>
      <div className={rows.main}>
        <span className={rows.name}>{benefit.name}</span>
        <span className={rows.detail}>
          {benefitTypes[benefit.type].name}
          {others.length > 0 && ` · also of ${others.map(({ name }) => name).join(", ")}`}
        </span>
        <DeliverableLink benefit={benefit} />
      </div>
      <span className={styles.rowActions}>
        <span className={styles.steps}>
          {([-1, 1] as const).map((direction) => (
            <button
              key={direction}
              type="button"
              className={styles.step}
              aria-label={`Move ${benefit.name} ${direction < 0 ? "up" : "down"}`}
              onClick={() => onMove(direction)}
            >
              <span aria-hidden="true">{direction < 0 ? "↑" : "↓"}</span>
            </button>
          ))}
        </span>
        {canEdit && (
          <Button
            ref={editButton}
            kind="plain"
            aria-label={`Edit ${benefit.name}`}
            onClick={onEdit}
          >
            <span className={styles.small}>Edit</span>
          </Button>
        )}
        <Button
          kind="plain"
          aria-label={`Remove ${benefit.name}`}
          onClick={() => setIsRemoving(true)}
        >
          <span className={styles.small}>Remove</span>
        </Button>
      </span>
      {isRemoving && (
        <RemoveDialog product={product} benefit={benefit} onClose={() => setIsRemoving(false)} />
      )}
    </>
  );
}

/** Links to the page that manages a benefit's keys, files or pages. */
function DeliverableLink({ benefit: { type } }: { benefit: EditableBenefit }) {
  const target = {
    license_key: [consolePaths.licenses, "Its keys"],
    download: [consolePaths.files, "Its files"],
    page: [consolePaths.pages, "Its pages"],
    feature: undefined,
    link: undefined,
  }[type];
  const [href, name] = target ?? [];
  return href && name ? (
    <Link href={href} className={styles.goods}>
      {name}
    </Link>
  ) : null;
}

function RemoveDialog({
  product,
  benefit,
  onClose,
}: {
  product: EditableProduct;
  benefit: EditableBenefit;
  onClose: () => void;
}) {
  const param = { id: product.id, benefitId: benefit.id };
  const preview = useQuery(benefitRemovalPreviewQuery(product.id, benefit.id));
  const remove = useProductChange(() =>
    read(api.admin.products[":id"].benefits[":benefitId"].$delete({ param })),
  );
  const customerCount = preview.data?.userCount;
  return (
    <ConfirmDialog
      title={`Remove ${benefit.name}?`}
      confirmLabel={customerCount === undefined ? undefined : "Remove"}
      cancelLabel="Keep it"
      kind="danger"
      busy={remove.isPending}
      busyLabel="Removing…"
      error={remove.error ?? preview.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {customerCount === undefined
          ? "Counting who has it…"
          : customerCount === 0
            ? "Nobody loses anything by it."
            : `${customerCount === 1 ? "One person loses" : `${customerCount.toLocaleString("en-US")} people lose`} it, within minutes.`}
      </p>
      <p>The benefit itself stays: adding it again gives it back, with the same keys and files.</p>
    </ConfirmDialog>
  );
}

/** Adds a benefit of another product. Both products then share its keys, files or pages. */
function ShareBenefit({ product }: { product: EditableProduct }) {
  const shareable = useQuery(shareableBenefitsQuery);
  const [selectedId, setSelectedId] = useState("");
  const share = useProductChange((benefitId: string) =>
    read(
      api.admin.products[":id"].benefits[":benefitId"].$put({
        param: { id: product.id, benefitId },
      }),
    ),
  );
  const ownBenefitIds = new Set(product.benefits.map(({ id }) => id));
  const others = (shareable.data ?? []).filter(({ id }) => !ownBenefitIds.has(id));
  if (others.length === 0) return null;
  return (
    <details className={styles.share}>
      <summary>Use a benefit of another product</summary>
      <div className={styles.shareForm}>
        <SelectField
          label="Benefit"
          value={selectedId}
          options={[
            { value: "", label: "Choose…" },
            ...others.map(({ id, name, type }) => ({
              value: id,
              label: `${name} (${benefitTypes[type].name.toLowerCase()})`,
            })),
          ]}
          onChange={(event) => setSelectedId(event.target.value)}
        />
        <Button
          busy={share.isPending || selectedId === ""}
          onClick={() => share.mutate(selectedId, { onSuccess: () => setSelectedId("") })}
        >
          Add it
        </Button>
      </div>
      {share.isError && <ErrorNotice error={share.error} />}
    </details>
  );
}

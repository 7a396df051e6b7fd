import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { SelectField } from "../frame/form-frame.tsx";
import { useReturnFocus } from "../frame/use-restore-focus.ts";
import { api, read } from "../../http/client.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import rows from "../../ui/row-list.module.css";
import { BenefitForm } from "./benefit-form.tsx";
import { benefitTypes } from "./benefit-form-values.ts";
import {
  removalQuery,
  shareableQuery,
  useProductChange,
  type EditedBenefit,
  type EditedProduct,
} from "./editor-queries.ts";
import styles from "./editor.module.css";

/** What a product gives, in the order in which it is shown. */
export function ProductBenefits({ product }: { product: EditedProduct }) {
  const { id, benefits } = product;
  // One form at a time: another one would take its place with what is typed.
  const [open, setOpen] = useState<string | null>(null);
  const [closed, setClosed] = useState<string | null>(null);
  const add = useReturnFocus(open === "new");
  const close = () => {
    setClosed(open);
    setOpen(null);
  };
  const order = useProductChange((ids: string[]) =>
    read(api.admin.products[":id"].benefits.$put({ param: { id }, json: { ids } })),
  );
  const ids = benefits.map((benefit) => benefit.id);
  const move = (at: number, by: -1 | 1) => {
    const [one, other] = [ids[at], ids[at + by]];
    if (!one || !other || order.isPending) return;
    order.mutate(ids.with(at, other).with(at + by, one));
  };
  return (
    <>
      {benefits.length > 0 && (
        <ul className={rows.rows}>
          {benefits.map((benefit, at) => (
            <li key={benefit.id} className={styles.benefit}>
              {open === benefit.id ? (
                <BenefitForm product={product} benefit={benefit} onClose={close} />
              ) : (
                <BenefitRow
                  product={product}
                  benefit={benefit}
                  isAlone={open === null}
                  takesFocus={closed === benefit.id}
                  onEdit={() => setOpen(benefit.id)}
                  onMove={(by) => move(at, by)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {order.isError && <ErrorNotice error={order.error} />}
      {open === "new" ? (
        <BenefitForm product={product} onClose={close} />
      ) : (
        open === null && (
          <div className={styles.previewBar}>
            <Button ref={add} onClick={() => setOpen("new")}>
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
  isAlone,
  takesFocus,
  onEdit,
  onMove,
}: {
  product: EditedProduct;
  benefit: EditedBenefit;
  /** No form is open beside it. */
  isAlone: boolean;
  /** Its form was just closed. */
  takesFocus: boolean;
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
}) {
  const [isRemoving, setIsRemoving] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (takesFocus) edit.current?.focus();
  }, [takesFocus]);
  const others = benefit.products.filter(({ id }) => id !== product.id);
  return (
    <>
      <div className={rows.main}>
        <span className={rows.name}>{benefit.name}</span>
        <span className={rows.detail}>
          {benefitTypes[benefit.type].name}
          {others.length > 0 && ` · also of ${others.map(({ name }) => name).join(", ")}`}
        </span>
        <GoodsLink benefit={benefit} />
      </div>
      <span className={styles.rowActions}>
        <span className={styles.steps}>
          {([-1, 1] as const).map((by) => (
            <button
              key={by}
              type="button"
              className={styles.step}
              aria-label={`Move ${benefit.name} ${by < 0 ? "up" : "down"}`}
              onClick={() => onMove(by)}
            >
              <span aria-hidden="true">{by < 0 ? "↑" : "↓"}</span>
            </button>
          ))}
        </span>
        {isAlone && (
          <Button ref={edit} kind="plain" aria-label={`Edit ${benefit.name}`} onClick={onEdit}>
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

/** Where a benefit's keys, files and pages are. */
function GoodsLink({ benefit: { type } }: { benefit: EditedBenefit }) {
  const goods = {
    license_key: [consolePaths.licenses, "Its keys"],
    download: [consolePaths.files, "Its files"],
    page: [consolePaths.pages, "Its pages"],
    feature: undefined,
    link: undefined,
  }[type];
  const [href, name] = goods ?? [];
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
  product: EditedProduct;
  benefit: EditedBenefit;
  onClose: () => void;
}) {
  const param = { id: product.id, benefitId: benefit.id };
  const preview = useQuery(removalQuery(product.id, benefit.id));
  const remove = useProductChange(() =>
    read(api.admin.products[":id"].benefits[":benefitId"].$delete({ param })),
  );
  const people = preview.data?.people;
  return (
    <ConfirmDialog
      title={`Remove ${benefit.name}?`}
      confirm={people === undefined ? undefined : "Remove"}
      keep="Keep it"
      kind="danger"
      busy={remove.isPending}
      busyLabel="Removing…"
      error={remove.error ?? preview.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        {people === undefined
          ? "Counting who has it…"
          : people === 0
            ? "Nobody loses anything by it."
            : `${people === 1 ? "One person loses" : `${people.toLocaleString("en-US")} people lose`} it, within minutes.`}
      </p>
      <p>The benefit itself stays: adding it again gives it back, with the same keys and files.</p>
    </ConfirmDialog>
  );
}

/** A benefit that another product has already: one set of keys, files or pages for both. */
function ShareBenefit({ product }: { product: EditedProduct }) {
  const shareable = useQuery(shareableQuery);
  const [chosen, setChosen] = useState("");
  const share = useProductChange((benefitId: string) =>
    read(
      api.admin.products[":id"].benefits[":benefitId"].$put({
        param: { id: product.id, benefitId },
      }),
    ),
  );
  const own = new Set(product.benefits.map(({ id }) => id));
  const others = (shareable.data ?? []).filter(({ id }) => !own.has(id));
  if (others.length === 0) return null;
  return (
    <details className={styles.share}>
      <summary>Use a benefit of another product</summary>
      <div className={styles.shareForm}>
        <SelectField
          label="Benefit"
          value={chosen}
          options={[
            { value: "", label: "Choose…" },
            ...others.map(({ id, name, type }) => ({
              value: id,
              label: `${name} (${benefitTypes[type].name.toLowerCase()})`,
            })),
          ]}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button
          busy={share.isPending || chosen === ""}
          onClick={() => share.mutate(chosen, { onSuccess: () => setChosen("") })}
        >
          Add it
        </Button>
      </div>
      {share.isError && <ErrorNotice error={share.error} />}
    </details>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage, PageSection } from "../frame/console-page.tsx";
import { api, read } from "../../http/client.ts";
import { ApiError } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatDateTime } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { editableProductQuery, useProductChange, type EditableProduct } from "./editor-queries.ts";
import { ProductBenefits } from "./product-benefits.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ProductPrices } from "./product-prices.tsx";

/** `/admin/products/:id`: a product's details, prices, benefits, and publication. */
export default function ProductEditorPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <QueryBoundary
      query={useQuery(editableProductQuery(id))}
      skeleton={<SkeletonLines lines={8} />}
      level="page"
    >
      {(product) => <Editor key={product.id} product={product} />}
    </QueryBoundary>
  );
}

const statusDescriptions = {
  draft: "A draft: nobody sees it yet.",
  published: "For sale.",
  archived: "Archived: not for sale. Those who have it keep it.",
};

function Editor({ product }: { product: EditableProduct }) {
  const { status, pendingSyncSince } = product;
  const { id } = product;
  const change = useProductChange((status: EditableProduct["status"]) =>
    read(api.admin.products[":id"].status.$put({ param: { id }, json: { status } })),
  );
  const canPublish = product.prices.some(({ active }) => active);
  return (
    <ConsolePage
      title={product.name}
      parent={{ href: consolePaths.products, name: "Products" }}
      description={statusDescriptions[status]}
      actions={<Actions product={product} change={change} />}
    >
      {change.isError && !(canPublish && hasFieldErrors(change.error)) && (
        <PublishError error={change.error} />
      )}
      {pendingSyncSince !== null && <PendingSyncNotice id={product.id} since={pendingSyncSince} />}
      {status === "draft" && (
        <Notice tone="info" title={canPublish ? "Ready to be published." : "Next: a price."}>
          <p>
            {canPublish
              ? product.benefits.length === 0
                ? "It gives nothing yet. You can add that before or after."
                : "It has a price, and it gives something."
              : "Add a price below, and what it gives. Then publish it."}
          </p>
        </Notice>
      )}
      <PageSection title="Details">
        <ProductDetails product={product} />
      </PageSection>
      <PageSection
        title="Prices"
        description="An amount never changes. For another one, add a price and archive the old. Subscribers keep paying the price they subscribed at until you move them."
      >
        <ProductPrices product={product} />
      </PageSection>
      <PageSection
        title="Benefits"
        description="What people get. A change reaches those who have it already, within minutes."
      >
        <ProductBenefits product={product} />
      </PageSection>
    </ConsolePage>
  );
}

type StatusMutation = ReturnType<typeof useProductChange<EditableProduct["status"]>>;

function Actions({
  product: { slug, status },
  change,
}: {
  product: EditableProduct;
  change: StatusMutation;
}) {
  const [statusToConfirm, setStatusToConfirm] = useState<"draft" | "archived" | null>(null);
  return (
    <>
      {status === "published" ? (
        <>
          <ButtonLink href={paths.product(slug)}>See it in the shop</ButtonLink>
          <Button onClick={() => setStatusToConfirm("draft")}>Unpublish</Button>
          <Button onClick={() => setStatusToConfirm("archived")}>Archive</Button>
        </>
      ) : (
        <>
          {status === "draft" && (
            <Button onClick={() => setStatusToConfirm("archived")}>Archive</Button>
          )}
          <Button kind="primary" busy={change.isPending} onClick={() => change.mutate("published")}>
            {change.isPending ? "Publishing…" : "Publish"}
          </Button>
        </>
      )}
      {statusToConfirm && (
        <ConfirmDialog
          title={statusToConfirm === "draft" ? "Take it out of the shop?" : "Archive this product?"}
          confirmLabel={statusToConfirm === "draft" ? "Unpublish" : "Archive"}
          cancelLabel="Keep it as it is"
          busy={change.isPending}
          busyLabel="Saving…"
          onConfirm={() =>
            change.mutate(statusToConfirm, { onSettled: () => setStatusToConfirm(null) })
          }
          onClose={() => setStatusToConfirm(null)}
        >
          <p>
            Nobody can buy it from then on. Whoever has it keeps it: purchases stay, and
            subscriptions go on and are charged as before.
          </p>
          <p>
            {statusToConfirm === "draft"
              ? "It becomes a draft, and you can publish it again."
              : "It is no longer for sale at Stripe either. You can publish it again."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function hasFieldErrors(error: Error): error is ApiError {
  return error instanceof ApiError && error.fields.length > 0;
}

/** Explains why publishing failed: something is missing, or Stripe returned an error. */
function PublishError({ error }: { error: Error }) {
  const [missing] = hasFieldErrors(error) ? error.fields : [];
  return missing ? (
    <Notice tone="error" title="It cannot be published yet.">
      <p>{missing.message}</p>
    </Notice>
  ) : (
    <ErrorNotice error={error} />
  );
}

function PendingSyncNotice({ id, since }: { id: string; since: number }) {
  const sync = useProductChange(() =>
    read(api.admin.products[":id"].push.$post({ param: { id } })),
  );
  return (
    <Notice tone="info" title="Stripe does not know of your last change yet.">
      <p>
        It is saved here since {formatDateTime(since)}. Telling Stripe is tried again every five
        minutes.
      </p>
      <Button busy={sync.isPending} onClick={() => sync.mutate(undefined)}>
        {sync.isPending ? "Trying…" : "Try again"}
      </Button>
      {sync.isError && <ErrorNotice error={sync.error} />}
    </Notice>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "wouter";
import { consolePaths } from "../frame/console-paths.ts";
import { ConsolePage, Part } from "../frame/console-page.tsx";
import { api, read } from "../../http/client.ts";
import { ApiError } from "../../http/errors.ts";
import { paths } from "../../paths.ts";
import { ConfirmDialog } from "../../shell/confirm-dialog.tsx";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Loaded } from "../../shell/query-boundary.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { editedQuery, useProductChange, type EditedProduct } from "./editor-queries.ts";
import { ProductBenefits } from "./product-benefits.tsx";
import { ProductDetails } from "./product-details.tsx";
import { ProductPrices } from "./product-prices.tsx";

/** `/admin/products/:id`: what it is, what it costs, what it gives, and whether it is for sale. */
export default function ProductEditorPage() {
  const { id = "" } = useParams<{ id: string }>();
  return (
    <Loaded query={useQuery(editedQuery(id))} skeleton={<SkeletonLines lines={8} />} level="page">
      {(product) => <Editor key={product.id} product={product} />}
    </Loaded>
  );
}

const states = {
  draft: "A draft: nobody sees it yet.",
  published: "For sale.",
  archived: "Archived: not for sale. Those who have it keep it.",
};

function Editor({ product }: { product: EditedProduct }) {
  const { status, unpushedSince } = product;
  const { id } = product;
  const change = useProductChange((status: EditedProduct["status"]) =>
    read(api.admin.products[":id"].status.$put({ param: { id }, json: { status } })),
  );
  const canPublish = product.prices.some(({ active }) => active);
  return (
    <ConsolePage
      title={product.name}
      up={{ href: consolePaths.products, name: "Products" }}
      about={states[status]}
      actions={<Actions product={product} change={change} />}
    >
      {change.isError && !(canPublish && isIncomplete(change.error)) && (
        <Refusal error={change.error} />
      )}
      {unpushedSince !== null && <Unpushed id={product.id} since={unpushedSince} />}
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
      <Part title="Details">
        <ProductDetails product={product} />
      </Part>
      <Part
        title="Prices"
        about="An amount never changes. For another one, add a price and archive the old: who subscribes to it goes on paying what they pay."
      >
        <ProductPrices product={product} />
      </Part>
      <Part
        title="Benefits"
        about="What people get. A change reaches those who have it already, within minutes."
      >
        <ProductBenefits product={product} />
      </Part>
    </ConsolePage>
  );
}

type Change = ReturnType<typeof useProductChange<EditedProduct["status"]>>;

function Actions({
  product: { slug, status },
  change,
}: {
  product: EditedProduct;
  change: Change;
}) {
  const [asking, setAsking] = useState<"draft" | "archived" | null>(null);
  return (
    <>
      {status === "published" ? (
        <>
          <ButtonLink href={paths.product(slug)}>See it in the shop</ButtonLink>
          <Button onClick={() => setAsking("draft")}>Unpublish</Button>
          <Button onClick={() => setAsking("archived")}>Archive</Button>
        </>
      ) : (
        <>
          {status === "draft" && <Button onClick={() => setAsking("archived")}>Archive</Button>}
          <Button kind="primary" busy={change.isPending} onClick={() => change.mutate("published")}>
            {change.isPending ? "Publishing…" : "Publish"}
          </Button>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={asking === "draft" ? "Take it out of the shop?" : "Archive this product?"}
          confirm={asking === "draft" ? "Unpublish" : "Archive"}
          keep="Keep it as it is"
          busy={change.isPending}
          busyLabel="Saving…"
          onConfirm={() => change.mutate(asking, { onSettled: () => setAsking(null) })}
          onClose={() => setAsking(null)}
        >
          <p>
            Nobody can buy it from then on. Whoever has it keeps it: purchases stay, and
            subscriptions go on and are charged as before.
          </p>
          <p>
            {asking === "draft"
              ? "It becomes a draft, and you can publish it again."
              : "It is no longer for sale at Stripe either. You can publish it again."}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function isIncomplete(error: Error): error is ApiError {
  return error instanceof ApiError && error.fields.length > 0;
}

/** Why it was not published: what is missing, or what Stripe said. */
function Refusal({ error }: { error: Error }) {
  const [missing] = isIncomplete(error) ? error.fields : [];
  return missing ? (
    <Notice tone="error" title="It cannot be published yet.">
      <p>{missing.message}</p>
    </Notice>
  ) : (
    <ErrorNotice error={error} />
  );
}

function Unpushed({ id, since }: { id: string; since: number }) {
  const push = useProductChange(() =>
    read(api.admin.products[":id"].push.$post({ param: { id } })),
  );
  return (
    <Notice tone="info" title="Stripe does not know of your last change yet.">
      <p>
        It is saved here since {formatMoment(since)}. Telling Stripe is tried again every five
        minutes.
      </p>
      <Button busy={push.isPending} onClick={() => push.mutate(undefined)}>
        {push.isPending ? "Trying…" : "Try again"}
      </Button>
      {push.isError && <ErrorNotice error={push.error} />}
    </Notice>
  );
}

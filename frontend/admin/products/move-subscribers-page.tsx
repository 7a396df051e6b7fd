import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "wouter";
import { DetailPage, ConsolePage, PageSection } from "../frame/console-page.tsx";
import { consolePaths } from "../frame/console-paths.ts";
import { NotFound } from "../../shell/not-found.tsx";
import { QueryBoundary } from "../../shell/query-boundary.tsx";
import { describeRate } from "../../shop/catalog/price-copy.ts";
import {
  editableProductQuery,
  type EditablePrice,
  type EditableProduct,
} from "./editor-queries.ts";
import { PriceMoveForm } from "./price-move-form.tsx";
import { PriceMoveProgress } from "./price-move-progress.tsx";
import { priceMovesQuery } from "./price-move-queries.ts";

/** `/admin/products/:id/prices/:priceId/move`: moves the subscribers of a price to another one. */
export default function MoveSubscribersPage() {
  const { priceId = "" } = useParams();
  return (
    <DetailPage query={editableProductQuery}>
      {(product) => {
        const price = product.prices.find((each) => each.id === priceId);
        return price?.type === "recurring" ? (
          <MoveSubscribers product={product} price={price} />
        ) : (
          <NotFound />
        );
      }}
    </DetailPage>
  );
}

function MoveSubscribers({ product, price }: { product: EditableProduct; price: EditablePrice }) {
  const { t, i18n } = useLingui();
  const query = useQuery(priceMovesQuery(product.id));
  const rate = describeRate(i18n, price);
  const describePrice = (id: string) => {
    const found = product.prices.find((each) => each.id === id);
    return found ? describeRate(i18n, found) : id;
  };
  return (
    <ConsolePage
      title={t`Move subscribers`}
      parent={{ href: consolePaths.product(product.id), name: product.name }}
      description={t`Subscribers at ${rate} keep this price until you move them. The new price applies from a later renewal, never during a period that is already paid.`}
    >
      <QueryBoundary query={query}>
        {(moves) => {
          const ours = moves.filter(({ fromPriceId }) => fromPriceId === price.id);
          const isOpen = ours.some(({ endedAt }) => endedAt === null);
          return (
            <>
              {!isOpen && (
                <PageSection title={t`New move`}>
                  <PriceMoveForm product={product} price={price} />
                </PageSection>
              )}
              {ours.map((move) => (
                <PriceMoveProgress
                  key={move.id}
                  move={move}
                  title={t`From ${{ from: describePrice(move.fromPriceId) }} to ${{ to: describePrice(move.toPriceId) }}`}
                />
              ))}
            </>
          );
        }}
      </QueryBoundary>
    </ConsolePage>
  );
}

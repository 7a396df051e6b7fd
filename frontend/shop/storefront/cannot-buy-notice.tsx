import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "../../ui/skeleton.tsx";
import { libraryQuery } from "../library/queries.ts";
import { CannotBuyMessage, type CannotBuyState } from "./cannot-buy-message.tsx";

/** Explains why this product cannot be bought now. The name of another product comes from the library. */
export function CannotBuyNotice({
  state,
  entryId,
  productId,
}: {
  state: CannotBuyState;
  entryId: string | null;
  productId: string;
}) {
  const library = useQuery(libraryQuery);
  if (library.isPending) return <Skeleton width="20rem" height="7rem" />;
  const entry = library.data?.entries.find(({ id }) => id === entryId);
  const otherProductName = entry && entry.product.id !== productId ? entry.product.name : undefined;
  return <CannotBuyMessage state={state} entryId={entryId} otherProductName={otherProductName} />;
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUploads } from "../files/uploads.ts";
import { catalogKey, type EditableProduct } from "./editor-queries.ts";

/** Loads a product again when one of its files is uploaded: its download then has something to deliver. */
export function useRefetchAfterUploads(product: EditableProduct | null): void {
  const client = useQueryClient();
  const fileIds = product?.benefits.flatMap(({ files }) => files.map(({ id }) => id)) ?? [];
  const doneCount = useUploads().filter(
    ({ fileId, state }) => state === "done" && fileIds.includes(fileId),
  ).length;
  useEffect(() => {
    if (doneCount > 0) void client.invalidateQueries({ queryKey: catalogKey });
  }, [client, doneCount]);
}

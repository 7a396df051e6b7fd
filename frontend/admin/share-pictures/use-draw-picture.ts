import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ProductCard, ShopCard } from "../../../worker/drawing/share-card.ts";
import { isApiError } from "../../http/errors.ts";
import { drawAndUpload } from "./upload-picture.ts";

/** The state of a picture that is being drawn and saved. */
export type Drawing = { hasFailed: boolean; isPending: boolean; retry: () => void };

/**
 * Draws a picture that is missing or out of date, once for each source.
 * @param options.url where it is stored
 * @param options.current the source of the stored picture
 * @param options.onSaved gets the response's body
 * @param options.onOutdated loads the card again, because somebody else has changed what the picture has to show
 */
export function useDrawPicture({
  url,
  share,
  current,
  onSaved,
  onOutdated,
}: {
  url: string;
  share: { card: ProductCard | ShopCard; source: string };
  current: string | undefined;
  onSaved: (body: unknown) => void;
  onOutdated: () => void;
}): Drawing {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => drawAndUpload(url, share),
    onSuccess: onSaved,
    onError: (error) => {
      if (isApiError(error, "edit_conflict")) onOutdated();
    },
  });
  const tried = useRef("");
  const { source } = share;
  useEffect(() => {
    if (source === current || tried.current === source) return;
    tried.current = source;
    mutate();
  }, [source, current, mutate]);
  const hasFailed = error !== null && !isApiError(error, "edit_conflict");
  return { hasFailed, isPending, retry: mutate };
}

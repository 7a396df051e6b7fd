import { useQueryClient } from "@tanstack/react-query";
import { SharePreview } from "../share-pictures/share-preview.tsx";
import { useDrawPicture } from "../share-pictures/use-draw-picture.ts";
import { useDrawStalePictures } from "../share-pictures/use-draw-stale-pictures.ts";
import { shopCardQuery, type ShopShareCard } from "./queries.ts";

/**
 * Shows a link to the shop, and keeps the stored picture up to date. The pictures of products have the shop's name and
 * color too, so they follow.
 */
export function ShopSharePreview({ share }: { share: ShopShareCard }) {
  const client = useQueryClient();
  const { card, source, picture } = share;
  const drawing = useDrawPicture({
    url: "/api/admin/settings/share-picture",
    share,
    current: picture?.source,
    onSaved: (saved) => client.setQueryData(shopCardQuery.queryKey, saved as ShopShareCard),
    onOutdated: () => void client.invalidateQueries({ queryKey: shopCardQuery.queryKey }),
  });
  return (
    <>
      <SharePreview card={card} title={card.name} description={card.line} drawing={drawing} />
      <StalePictures key={source} />
    </>
  );
}

/** Draws the pictures of products that are out of date. */
function StalePictures() {
  useDrawStalePictures();
  return null;
}

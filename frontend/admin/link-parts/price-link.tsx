import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "wouter";
import { ErrorNotice } from "../../shell/error-notice.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { showToast } from "../../ui/toast.tsx";
import { linkPaths } from "../frame/console-paths.ts";
import { RowAction } from "../frame/row-action.tsx";
import shapes from "../frame/shapes.module.css";
import { usePlainLink } from "./queries.ts";

/** What leads to links of a price: one to copy at once, and one with options. @param props.about the price */
export function PriceLinks({
  productId,
  priceId,
  about,
}: {
  productId: string;
  priceId: string;
  about: string;
}) {
  const { t } = useLingui();
  const [url, setUrl] = useState<string | null>(null);
  const plainLink = usePlainLink();
  const copy = async () => {
    const link = plainLink.mutateAsync(priceId);
    const text = link.then((made) => new Blob([made.url], { type: "text/plain" }));
    try {
      // The text comes later: some browsers allow a page to copy only while it handles the click.
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      showToast(t`Link copied`);
    } catch {
      const made = await link.catch(() => null);
      // Where the browser doesn't allow it, the link is shown.
      if (made) setUrl(made.url);
    }
  };
  return (
    <>
      <RowAction
        label={t`Copy link`}
        about={t`to ${about}`}
        busy={plainLink.isPending}
        onClick={() => void copy()}
      />
      <Link
        href={linkPaths.new({ productId, priceId })}
        className={shapes.small}
        aria-label={t`New link to ${about}`}
      >
        {t`New link…`}
      </Link>
      {(url !== null || plainLink.isError) &&
        createPortal(
          <LinkToCopy
            url={url}
            error={plainLink.error}
            onClose={() => {
              setUrl(null);
              plainLink.reset();
            }}
          />,
          document.body,
        )}
    </>
  );
}

function LinkToCopy({
  url,
  error,
  onClose,
}: {
  url: string | null;
  error: Error | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  return (
    <Dialog
      title={t`Permanent link`}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {error && <ErrorNotice error={error} />}
      {url !== null && (
        <>
          <p>{t`Your browser didn’t allow copying. Select the link and copy it.`}</p>
          <p className={shapes.code}>{url}</p>
        </>
      )}
    </Dialog>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useId, useRef, type ReactNode } from "react";
import {
  MAX_PICTURES,
  MAX_SAMPLES,
  type ProductMedia,
  type ProductPicture,
  type ProductSample,
} from "../../../worker/shared/product-media.ts";
import { readResponse } from "../../http/errors.ts";
import { SamplePlayer } from "../../shop/storefront/samples.tsx";
import { Button } from "../../ui/button.tsx";
import { FieldError, FieldHint, TextField } from "../../ui/field/fields.tsx";
import { SortableList } from "../../ui/sortable/sortable-list.tsx";
import { IMAGE_TYPES, uploadPicture } from "../editor/upload-image.ts";
import { RowAction } from "../frame/row-action.tsx";
import shapes from "../frame/shapes.module.css";
import { explainUploadFailure } from "./image-field.tsx";
import styles from "./product-screen.module.css";

const SAMPLE_TYPES =
  "audio/mpeg,audio/mp4,audio/ogg,audio/wav,audio/flac,video/mp4,video/webm,.m4a,.flac";

/**
 * What the first picture shows, further pictures, and sounds and videos that everybody may play: all in the order in
 * which buyers see them.
 * @param props.image the first picture
 */
export function MediaFields({
  media,
  image,
  getError,
  onChange,
}: {
  media: ProductMedia;
  image: string;
  /** @param path within the media: `pictures.0.alt` */
  getError: (path: string) => string | undefined;
  onChange: (media: ProductMedia) => void;
}) {
  const { t } = useLingui();
  const { cover, pictures, samples } = media;
  const setPictures = (next: ProductPicture[]) => onChange({ ...media, pictures: next });
  const setSamples = (next: ProductSample[]) => onChange({ ...media, samples: next });
  return (
    <div className={styles.media}>
      {cover?.url === image && (
        <TextField
          label={t`What the picture shows`}
          maxLength={300}
          hint={t`Read aloud to people who can’t see it. Leave blank if it only decorates.`}
          value={cover.alt}
          error={getError("cover.alt")}
          onChange={({ target }) => onChange({ ...media, cover: { ...cover, alt: target.value } })}
        />
      )}
      <MediaList
        label={t`More pictures`}
        items={pictures}
        max={MAX_PICTURES}
        accept={IMAGE_TYPES}
        addLabel={t`Add pictures`}
        hint={t`Buyers browse through them on the product page.`}
        error={getError("pictures")}
        upload={uploadSizedPicture}
        getName={({ alt }, number) => alt || t`Picture ${number}`}
        onChange={setPictures}
      >
        {(picture, number) => (
          <>
            <img src={picture.url} alt="" />
            <TextField
              label={t`What picture ${number} shows`}
              maxLength={300}
              value={picture.alt}
              error={getError(`pictures.${number - 1}.alt`)}
              onChange={({ target }) =>
                setPictures(replaceMedium(pictures, picture, { alt: target.value }))
              }
            />
          </>
        )}
      </MediaList>
      <MediaList
        label={t`Samples`}
        items={samples}
        max={MAX_SAMPLES}
        accept={SAMPLE_TYPES}
        addLabel={t`Add sounds or videos`}
        hint={t`Everybody can play them before they buy. MP3, M4A, OGG, WAV, FLAC, MP4, or WebM, 20 MB or smaller.`}
        error={getError("samples")}
        upload={uploadSample}
        getName={({ title }, number) => title || t`Sample ${number}`}
        onChange={setSamples}
      >
        {(sample, number) => (
          <>
            <SamplePlayer sample={sample} />
            <TextField
              label={t`Title of sample ${number}`}
              required
              maxLength={120}
              value={sample.title}
              error={getError(`samples.${number - 1}.title`)}
              onChange={({ target }) =>
                setSamples(replaceMedium(samples, sample, { title: target.value }))
              }
            />
          </>
        )}
      </MediaList>
    </div>
  );
}

/** Pictures or samples in an order that is changed by dragging or with the keyboard, and a button that adds some. */
function MediaList<Medium extends { url: string }>({
  label,
  items,
  max,
  accept,
  addLabel,
  hint,
  error,
  upload,
  getName,
  onChange,
  children,
}: {
  label: string;
  items: Medium[];
  max: number;
  accept: string;
  addLabel: string;
  hint: string;
  error: string | undefined;
  upload: (file: File) => Promise<Medium>;
  getName: (item: Medium, number: number) => string;
  onChange: (items: Medium[]) => void;
  children: (item: Medium, number: number) => ReactNode;
}) {
  const { t, i18n } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = useMutation({
    mutationFn: async (files: File[]) => {
      const added: Medium[] = [];
      const isNew = ({ url }: Medium, at: number, all: Medium[]) =>
        all.findIndex((each) => each.url === url) === at;
      // One that is refused leaves those that were uploaded before it.
      try {
        for (const file of files) added.push(await upload(file));
      } finally {
        if (added.length > 0) onChange([...items, ...added].filter(isNew).slice(0, max));
      }
    },
  });
  const message = error ?? (add.error ? explainUploadFailure(i18n, add.error) : undefined);
  const numbered = items.map((item, index) => ({ ...item, id: item.url, number: index + 1 }));
  return (
    <fieldset className={shapes.stack}>
      <legend className={styles.label}>{label}</legend>
      {items.length > 0 && (
        <SortableList
          label={label}
          className={shapes.items}
          items={numbered}
          getName={(item) => getName(item, item.number)}
          onMove={async (move) =>
            onChange(move.items.map(({ url }) => items.find((each) => each.url === url)!))
          }
        >
          {(item, handle) => (
            <div className={styles.medium}>
              {handle}
              {children(items[item.number - 1] ?? item, item.number)}
              <RowAction
                label={t`Remove`}
                about={getName(item, item.number)}
                onClick={() => onChange(items.filter(({ url }) => url !== item.url))}
              />
            </div>
          )}
        </SortableList>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={addLabel}
        accept={accept}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) add.mutate(files);
          target.value = "";
        }}
      />
      {items.length < max && (
        <div>
          <Button
            busy={add.isPending}
            aria-describedby={`${id}-hint`}
            onClick={() => input.current?.click()}
          >
            {add.isPending ? t`Uploading…` : addLabel}
          </Button>
        </div>
      )}
      <FieldHint id={`${id}-hint`}>{hint}</FieldHint>
      {message && <FieldError>{message}</FieldError>}
    </fieldset>
  );
}

const replaceMedium = <Medium extends { url: string }>(
  items: Medium[],
  { url }: Medium,
  changes: Partial<Medium>,
) => items.map((each) => (each.url === url ? { ...each, ...changes } : each));

async function uploadSizedPicture(file: File): Promise<ProductPicture> {
  const { url, size } = await uploadPicture(file);
  // What this browser can't read, most others can't either. A square keeps its place.
  return { url, alt: "", ...(size ?? { width: 1000, height: 1000 }) };
}

/** @throws ApiError `invalid_input` */
async function uploadSample(file: File): Promise<ProductSample> {
  // Uses `fetch`, because the typed client cannot send raw bytes.
  const request = fetch("/api/admin/products/samples", { method: "POST", body: file });
  const saved = (await readResponse(request)) as Pick<ProductSample, "kind" | "url">;
  const title = file.name.replace(/\.\w+$/, "").replaceAll(/[-_]+/g, " ");
  return { ...saved, title };
}

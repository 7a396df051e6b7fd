import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useSyncExternalStore } from "react";
import { queryClient } from "../../http/query.ts";
import { showToast } from "../../ui/toast.tsx";
import { uploadQueue } from "../files/uploads.ts";
import {
  applyProduct,
  refetchProduct,
  setProductStatus,
  type EditableProduct,
} from "./editor-queries.ts";

/**
 * What happens with a product that is being published:
 * - `asking`: something is missing, and the user is asked what to do
 * - `uploading`: it is published as soon as its files are uploaded
 * - `publishing`: the request is running; `failed`: it failed, and the product is saved
 */
export type Publication =
  | { step: "asking" }
  | { step: "uploading" }
  | { step: "publishing" }
  | { step: "failed"; error: Error };

/** By product id. Outside of React, so that it goes on while the user opens other pages of the console. */
const publications = new Map<string, Publication>();
const listeners = new Set<() => void>();

function setPublication(id: string, publication: Publication | null): void {
  if (publication) publications.set(id, publication);
  else publications.delete(id);
  listeners.forEach((listener) => listener());
}

/** Returns the state of a product's publication; null if it is not being published. */
export function usePublication(id: string | undefined): Publication | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => publications.get(id ?? "") ?? null,
  );
}

/** What buyers would miss, without the downloads whose files are being uploaded. */
export function findMissing({ completeness, benefits }: EditableProduct) {
  const uploading = new Set(
    benefits.filter(({ files }) => countUploads(files) > 0).map(({ id }) => id),
  );
  return completeness.missing.filter(
    ({ code, benefitId }) => !(code === "file" && uploading.has(benefitId)),
  );
}

/** Counts the files whose upload is not finished. One that was canceled is no longer in the queue. */
export function countUploads(files: { id: string }[]): number {
  const unfinished = uploadQueue.list().filter(({ state }) => state !== "done");
  return files.filter(({ id }) => unfinished.some(({ fileId }) => fileId === id)).length;
}

const countUploadsOf = ({ benefits }: EditableProduct) =>
  countUploads(benefits.flatMap(({ files }) => files));

/** Publishes a product that is saved: asks if something is missing, and waits for its uploads. */
export function startPublication(i18n: I18n, product: EditableProduct): void {
  if (findMissing(product).length > 0) setPublication(product.id, { step: "asking" });
  else void publishAfterUploads(i18n, product, { acceptsMissing: false });
}

/** Publishes it although something is missing. */
export function confirmPublication(i18n: I18n, product: EditableProduct): void {
  void publishAfterUploads(i18n, product, { acceptsMissing: true });
}

/** Does not publish it, and forgets an error. */
export function cancelPublication(id: string): void {
  setPublication(id, null);
}

async function publishAfterUploads(
  i18n: I18n,
  product: EditableProduct,
  { acceptsMissing }: { acceptsMissing: boolean },
): Promise<void> {
  const { id } = product;
  try {
    if (countUploadsOf(product) > 0) {
      setPublication(id, { step: "uploading" });
      if (!(await waitForUploads(product))) return;
      const current = await refetchProduct(id);
      if (current.completeness.missing.length > 0 && !acceptsMissing) {
        setPublication(id, { step: "asking" });
        return;
      }
    }
    setPublication(id, { step: "publishing" });
    applyProduct(queryClient, await setProductStatus(id, { status: "published", acceptsMissing }));
    setPublication(id, null);
    showToast(i18n._(msg`${{ product: product.name }} is now for sale`));
  } catch (error) {
    setPublication(id, { step: "failed", error: error as Error });
    void refetchProduct(id).catch(() => undefined);
  }
}

/** @returns false if the publication was canceled in the meantime */
function waitForUploads(product: EditableProduct): Promise<boolean> {
  return new Promise((resolve) => {
    const check = () => {
      const isCanceled = publications.get(product.id)?.step !== "uploading";
      if (!isCanceled && countUploadsOf(product) > 0) return;
      unsubscribe();
      listeners.delete(check);
      resolve(!isCanceled);
    };
    const unsubscribe = uploadQueue.subscribe(check);
    listeners.add(check);
  });
}

type MissingContent = EditableProduct["completeness"]["missing"][number];

/** Says what a benefit lacks: "Course: The page “Begin” is a draft". */
export function describeMissing(i18n: I18n, { code, benefitName, page }: MissingContent): string {
  const title = page?.title ?? "";
  const details: Partial<Record<MissingContent["code"], MessageDescriptor>> = {
    page_draft: msg`The page “${title}” is a draft`,
    page_text: msg`The page “${title}” has no content`,
  };
  const detail = i18n._(details[code] ?? missingLabels[code]);
  return `${benefitName}: ${detail}`;
}

/** Says the same in the row of the benefit. */
export const missingLabels: Record<MissingContent["code"], MessageDescriptor> = {
  file: msg`No files yet`,
  keys: msg`No keys in stock`,
  page: msg`No pages yet`,
  page_draft: msg`A page is a draft`,
  page_text: msg`A page has no content`,
  link: msg`No URL or note`,
};

import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { formatsOf } from "../../i18n/formats-of.ts";
import { ApiError } from "../../http/errors.ts";
import { explainError } from "../../messages/errors.ts";
import { describeSecondsLeft } from "../frame/describe-seconds-left.ts";
import { FileUnavailableError, type Upload } from "./upload-queue.ts";

/** The states of an upload. */
export const uploadStateLabels: Record<Upload["state"], MessageDescriptor> = {
  waiting: msg`Queued`,
  sending: msg`Uploading`,
  retrying: msg`Connection lost. The upload resumes when you’re back online.`,
  paused: msg`Paused`,
  checking: msg`Verifying`,
  done: msg`Uploaded`,
  failed: msg`Failed`,
};

/** Describes the progress of an upload in one line: "24 MB of 80 MB · Paused". */
export function describeUpload(i18n: I18n, upload: Upload): string {
  const { state, size, sent } = upload;
  const formats = formatsOf(i18n);
  const sentSize = formats.size(sent);
  const totalSize = formats.size(size);
  const isWhole = state === "checking" || state === "done" || (state === "waiting" && sent === 0);
  const amount = isWhole ? totalSize : i18n._(msg`${sentSize} of ${totalSize}`);
  const status =
    state === "sending"
      ? describeTimeLeft(i18n, upload)
      : state === "failed"
        ? describeUploadError(i18n, upload.error)
        : i18n._(uploadStateLabels[state]);
  return status === null ? amount : `${amount} · ${status}`;
}

/** Describes the remaining time: "about 3 minutes left"; null while it is unknown. */
export function describeTimeLeft(
  i18n: I18n,
  { size, sent, bytesPerSecond }: Pick<Upload, "size" | "sent" | "bytesPerSecond">,
): string | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  return describeSecondsLeft(i18n, (size - sent) / bytesPerSecond);
}

/** Explains why an upload failed and what to do. */
function describeUploadError(i18n: I18n, error: Error | null): string {
  if (error instanceof FileUnavailableError)
    return i18n._(msg`The file was changed or moved. Choose it again.`);
  if (error instanceof ApiError && error.fields[0]) {
    const reason = error.fields[0].message;
    return i18n._(msg`The file was rejected: ${reason}`);
  }
  if (error instanceof ApiError && error.code === "not_found")
    return i18n._(msg`The file was archived or deleted in Gatehouse.`);
  return explainError(i18n, error ?? new Error());
}

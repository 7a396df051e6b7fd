import { ApiError } from "../../http/errors.ts";
import { describeError } from "../../messages/errors.ts";
import { formatSize } from "../../ui/format-size.ts";
import { FileUnavailableError, type Upload } from "./upload-queue.ts";

/** Describes the progress of an upload in one line. */
export function describeUpload(upload: Upload): string {
  const { state, size, sent } = upload;
  const amount = `${formatSize(sent)} of ${formatSize(size)}`;
  switch (state) {
    case "waiting":
      return sent > 0 ? `${amount} · waits its turn` : `${formatSize(size)} · waits its turn`;
    case "sending":
      return [amount, describeTimeLeft(upload)].filter(Boolean).join(" · ");
    case "retrying":
      return `${amount} · the connection is gone; it goes on by itself when it is back`;
    case "paused":
      return `${amount} · paused`;
    case "checking":
      return `${formatSize(size)} sent · the bytes are being checked`;
    case "done":
      return `${formatSize(size)} · uploaded`;
    case "failed":
      return `${amount} · ${describeUploadError(upload.error)}`;
  }
}

/** Describes the remaining time: "about 3 minutes left"; empty while it is unknown. */
export function describeTimeLeft({
  size,
  sent,
  bytesPerSecond,
}: Pick<Upload, "size" | "sent" | "bytesPerSecond">): string | null {
  if (bytesPerSecond === null || bytesPerSecond < 1) return null;
  const seconds = (size - sent) / bytesPerSecond;
  if (seconds < 10) return "a few seconds left";
  if (seconds < 90) return `about ${Math.ceil(seconds / 10) * 10} seconds left`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes} minutes left`;
  return `about ${Math.round(minutes / 60)} hours left`;
}

/** Explains why an upload failed and what to do. */
function describeUploadError(error: Error | null): string {
  if (error instanceof FileUnavailableError)
    return "The file was changed or moved after you chose it. Choose it again.";
  if (error instanceof ApiError && error.fields[0])
    return `The server refused it: ${error.fields[0].message}.`;
  if (error instanceof ApiError && error.code === "not_found")
    return "The file it belongs to is archived or gone.";
  const { title, nextStep } = describeError(error ?? new Error());
  return `${title} ${nextStep}`;
}

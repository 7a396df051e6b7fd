/** Makes the browser download a text, or bytes that it already has, as a file. */
export function saveTextFile(text: string | Blob, name: string, type = "application/octet-stream") {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Some browsers cancel the download if the URL is revoked immediately.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

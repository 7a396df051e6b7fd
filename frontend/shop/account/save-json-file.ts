import { saveText } from "../../ui/save-text-file.ts";

/** Lets the browser save a value as a file. */
export function saveJson(value: unknown, name: string) {
  saveText(JSON.stringify(value, null, 2), name, "application/json");
}

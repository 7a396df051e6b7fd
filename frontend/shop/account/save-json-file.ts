import { saveTextFile } from "../../ui/save-text-file.ts";

/** Downloads a value as a JSON file. */
export function saveJsonFile(value: unknown, name: string) {
  saveTextFile(JSON.stringify(value, null, 2), name, "application/json");
}

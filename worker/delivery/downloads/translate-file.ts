import { fileNameField, savedNameField, versionLabelField } from "../../shared/file-text-fields.ts";
import type { Langs, Translate } from "../../translations/translate.ts";
import { sanitizeFileName } from "./sanitize-file-name.ts";
import type { FileRow, VersionRow } from "./store.ts";

/**
 * Returns the texts of a version and its file in the language of `ctx.texts`. A text without a translation is in the
 * shop's default language; `langs` names that of the file's name.
 * @param translate from `mapTranslations`, with the id of the file's benefit
 */
export function translateFile(
  translate: Translate,
  input: {
    file: Pick<FileRow, "id" | "benefitId" | "name">;
    version: Pick<VersionRow, "id" | "label" | "fileName">;
  },
): Pick<VersionRow, "label" | "fileName"> & { name: string } & Langs<"name"> {
  const { file, version } = input;
  const name = fileNameField(file.id);
  const label = versionLabelField(version.id);
  const row = { id: file.benefitId, [name]: file.name, [label]: version.label };
  const texts = translate(row, [name, label]);
  const lang = texts.langs?.[name];
  return {
    name: texts[name] ?? file.name,
    label: texts[label] ?? version.label,
    fileName: translateSavedName(translate, { benefitId: file.benefitId, version }),
    ...(lang && { langs: { name: lang } }),
  };
}

/** Returns the name that a version is saved under. A translation is made safe, and keeps the extension of the file. */
export function translateSavedName(
  translate: Translate,
  input: { benefitId: string; version: Pick<VersionRow, "id" | "fileName"> },
): string {
  const { id, fileName } = input.version;
  const field = savedNameField(id);
  const { [field]: text = fileName } = translate({ id: input.benefitId, [field]: fileName }, [
    field,
  ]);
  if (text === fileName) return fileName;
  const extension = /\.[^.\s]{1,16}$/.exec(fileName)?.[0] ?? "";
  const hasExtension = text.toLowerCase().endsWith(extension.toLowerCase());
  return sanitizeFileName(hasExtension ? text : text + extension);
}

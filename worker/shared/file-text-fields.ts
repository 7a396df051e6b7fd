/**
 * A text of a file in another language. It is a field of the translations of the file's benefit, so that an edit of the
 * benefit saves it, compares its version and records it together with the benefit's own texts.
 */
export type FileTextField = `name:${string}` | `label:${string}` | `fileName:${string}`;

/** The name of a file that buyers see, by the file's id. */
export const fileNameField = (fileId: string) => `name:${fileId}` as const;

/** The label of a version, by the version's id. */
export const versionLabelField = (versionId: string) => `label:${versionId}` as const;

/** The name that a version is saved under, by the version's id. */
export const savedNameField = (versionId: string) => `fileName:${versionId}` as const;

/** What the fields of files look like. */
export const fileTextFieldPattern = /^(?:name:fil|(?:label|fileName):fiv)_[0-9a-z]{26}$/;

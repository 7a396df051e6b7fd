import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import { queryClient } from "../../http/query.ts";
import { startUploads } from "../files/uploads.ts";
import { importKeys, licensesKey } from "../licenses/queries.ts";
import type { BenefitFormValues } from "./benefits/benefit-part.ts";
import { refetchProduct, type EditableProduct } from "./editor-queries.ts";

/** Files that are uploaded when the product is saved, by the key of their benefit's row. */
export type ChosenFiles = Record<string, File[]>;

/** A row whose content could not be sent, with the keys that were refused, and why. */
export type ContentProblem = { benefitId: string; path: string; keys: string; message: string };

const uploadFailure = msg`The product was saved, but the upload couldn’t start. Choose the files again.`;
const importFailure = msg`The product was saved, but the keys weren’t imported. Save again to retry.`;

/** By product id. Outside of React, because a new product gets a page of its own when it is saved. */
const problemsOfProducts = new Map<string, ContentProblem[]>();

/** Keeps what could not be sent, until the next save. */
export function keepContentProblems(productId: string, problems: ContentProblem[]): void {
  if (problems.length > 0) problemsOfProducts.set(productId, problems);
  else problemsOfProducts.delete(productId);
}

export const getContentProblems = (productId: string): ContentProblem[] =>
  problemsOfProducts.get(productId) ?? [];

/**
 * Sends what belongs to the benefits of a saved product: starts the uploads of the chosen files, and imports keys. The
 * product is saved by then, so a failure is returned, and nothing that was typed is lost.
 * @param input.rows the rows that were saved, in the order of the product's benefits
 * @returns the product with its new content, and what could not be sent
 */
export async function sendContent(
  i18n: I18n,
  input: { product: EditableProduct; rows: BenefitFormValues[]; files: ChosenFiles },
): Promise<{ product: EditableProduct; problems: ContentProblem[] }> {
  const { product, rows, files } = input;
  const problems: ContentProblem[] = [];
  let hasSent = false;
  for (const [index, row] of rows.entries()) {
    const benefitId = product.benefits[index]?.id;
    if (benefitId === undefined) continue;
    const chosen = files[row.key] ?? [];
    const keys = row.type === "license_key" && row.isFromStock ? row.keys.trim() : "";
    if (chosen.length === 0 && keys === "") continue;
    hasSent = true;
    try {
      if (chosen.length > 0) await startUploads(benefitId, chosen);
      const refused = keys === "" ? null : await sendKeys(i18n, benefitId, keys);
      if (refused) problems.push({ benefitId, path: "keys", ...refused });
    } catch {
      problems.push({
        benefitId,
        path: keys === "" ? "files" : "keys",
        keys,
        message: i18n._(keys === "" ? uploadFailure : importFailure),
      });
    }
  }
  if (!hasSent) return { product, problems };
  return { product: await refetchProduct(product.id).catch(() => product), problems };
}

/** Imports keys, one in a line. @returns the lines that were refused, or null if there are none */
async function sendKeys(
  i18n: I18n,
  benefitId: string,
  keys: string,
): Promise<{ keys: string; message: string } | null> {
  const lines = keys.split("\n").map((line) => line.trim());
  const csv = ["key", ...lines.map((line) => `"${line.replaceAll('"', '""')}"`)].join("\n");
  const { refused } = await importKeys({ benefitId, csv, handOut: true });
  void queryClient.invalidateQueries({ queryKey: licensesKey });
  const [first] = refused;
  if (!first) return null;
  const { reason } = first;
  return {
    // The first line of the file is its heading.
    keys: refused.map(({ line }) => lines[line - 2] ?? "").join("\n"),
    message: i18n._(
      msg`${plural(
        { count: refused.length },
        {
          one: `This key wasn’t imported: ${reason}`,
          other: `# keys weren’t imported. The first one: ${reason}`,
        },
      )}`,
    ),
  };
}

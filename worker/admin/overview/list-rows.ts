import type { Ctx } from "../../context.ts";
import {
  encodeCursor,
  readPage,
  type Cursor,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { csvTime, exportList, type CsvColumns } from "../frame/csv.ts";
import { toDecimal } from "../../shared/money.ts";
import type { RangeInput } from "./periods.ts";
import type { DaySpan } from "../../purchases/totals/spans.ts";
import { renewalSpan } from "../../purchases/totals/renewals.ts";
import { listFigureRows, type FigureName, type FigureRow } from "./rows.query.ts";
import { resolveRangeOfShop } from "./show-overview.ts";

/** Which figure, and of which days. `key` is a product's id or a country. */
export type RowsInput = RangeInput & {
  figure: FigureName;
  currency?: string | undefined;
  key?: string | undefined;
};

/** How often a page that is not full looks for more. */
const MAX_SCANS = 10;

/**
 * Lists the rows that a figure of the overview counts, so that they add up to it. A page may have fewer rows than its
 * limit, or none, although there are more: it looks through 10,000 payments at most.
 */
export async function listRows(ctx: Ctx, input: RowsInput & PageInput): Promise<Page<FigureRow>> {
  const { figure, currency, key = "" } = input;
  const filter = { figure, mode: ctx.config.stripe.mode, currency, key };
  const times = await findTimes(ctx, input);
  let scannedTo: Cursor | null = null;
  const page = await readPage(
    input,
    async ({ after, limit }) => {
      const groups: FigureRow[][] = [];
      for (let scan = 0; scan < MAX_SCANS; scan++) {
        const window = { after: scannedTo ?? after, limit: limit - groups.length };
        const found = await listFigureRows(ctx.db, { ...filter, ...times, ...window });
        // A subscription that renews more than once has several rows, which stay together.
        groups.push(...Map.groupBy(found.rows, ({ id, sortAt }) => `${sortAt} ${id}`).values());
        ({ scannedTo } = found);
        if (scannedTo === null || groups.length >= limit) break;
      }
      return groups;
    },
    ([row]) => ({ value: row?.sortAt ?? 0, id: row?.id ?? "" }),
  );
  return {
    items: page.items.flat(),
    nextCursor: page.nextCursor ?? (scannedTo && encodeCursor(scannedTo)),
  };
}

/** The times of a range, and its days, by which movements are found. */
async function findTimes(
  ctx: Ctx,
  input: RowsInput,
): Promise<{ from: number; until: number; span: DaySpan }> {
  const { span, calendar } = await resolveRangeOfShop(ctx, input);
  if (input.figure === "renewals_7d") return { ...renewalSpan(calendar, ctx.now, 7), span };
  if (input.figure === "renewals_30d") return { ...renewalSpan(calendar, ctx.now), span };
  const { since, until } = calendar.toTimes(span);
  return { from: since, until, span };
}

const columns: CsvColumns<FigureRow> = {
  Id: ({ id }) => id,
  Time: ({ at }) => csvTime(at),
  Product: ({ product }) => product,
  "Customer name": ({ name }) => name,
  "Customer email": ({ email }) => email,
  Currency: ({ currency }) => currency?.toUpperCase() ?? null,
  Amount: ({ amountMinor, currency }) =>
    amountMinor === null || currency === null ? null : toDecimal(amountMinor, currency),
  Purchase: ({ sourceId }) => sourceId,
};

/** Exports the rows of a figure as a CSV file. */
export function exportRows(ctx: Ctx, input: RowsInput): Response {
  const name = input.figure.replaceAll("_", "-");
  return exportList(ctx, { name, columns, filters: input }, (filters) => listRows(ctx, filters));
}

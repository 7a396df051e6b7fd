import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  PAGE_SIZE,
  toPage,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { CSV_PAGE_SIZE, csvTime, streamCsv, type CsvColumns } from "../../http/csv.ts";
import { toDecimal } from "../../lib/money.ts";
import { DAY } from "../../lib/time.ts";
import type { RangeInput } from "./periods.ts";
import { renewalSpan } from "./renewals.ts";
import { listFigureRows, type FigureName, type FigureRow } from "./rows.query.ts";
import { resolveRangeOfShop } from "./show-overview.ts";

/** Which figure, and of which days. `key` is a product's id or a country. */
export type RowsInput = RangeInput & {
  figure: FigureName;
  currency?: string | undefined;
  key?: string | undefined;
};

/** Lists the rows that a figure of the overview counts, so that they add up to it. */
export async function listRows(ctx: Ctx, input: RowsInput & PageInput): Promise<Page<FigureRow>> {
  const { figure, currency, key = "", cursor, limit = PAGE_SIZE } = input;
  const rows = await listFigureRows(ctx.db, {
    figure,
    mode: ctx.config.stripe.mode,
    ...(await findTimes(ctx, input)),
    currency,
    key,
    after: cursor === undefined ? undefined : decodeCursor(cursor),
    limit: limit + 1,
  });
  // A subscription that renews more than once has several rows, which stay together.
  const positions = [...Map.groupBy(rows, ({ id, sortAt }) => `${sortAt} ${id}`).values()];
  const page = toPage(positions, limit, ([row]) => ({
    value: row?.sortAt ?? 0,
    id: row?.id ?? "",
  }));
  return { ...page, items: page.items.flat() };
}

async function findTimes(ctx: Ctx, input: RowsInput): Promise<{ from: number; until: number }> {
  if (input.figure === "renewals_7d") return renewalSpan(ctx.now, 7);
  if (input.figure === "renewals_30d") return renewalSpan(ctx.now);
  const { span } = await resolveRangeOfShop(ctx, input);
  return { from: Date.parse(span.from), until: Date.parse(span.to) + DAY };
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
  return streamCsv(ctx, {
    name: input.figure.replaceAll("_", "-"),
    columns,
    filters: input,
    fetchPage: (cursor) => listRows(ctx, { ...input, cursor, limit: CSV_PAGE_SIZE }),
  });
}

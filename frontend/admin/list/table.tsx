import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import type { ComponentType, ReactNode } from "react";
import { Link } from "wouter";
import type { Formats } from "../../../worker/shared/formats.ts";
import { useFormats } from "../../i18n/use-formats.ts";
import { Cover } from "../../shop/catalog/cover.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { SelectAllBox, SelectRowBox, type Selection } from "../bulk/selection.tsx";
import { translateLabel, type Label } from "../frame/label.tsx";
import styles from "./list.module.css";

/** What a cell is written with. */
export type CellContext = { i18n: I18n; formats: Formats };

/** A column. The first column names the row and, with `rowHref`, links to it from the whole row. */
export type Column<Row> = {
  name: Label;
  cell: (row: Row, context: CellContext) => ReactNode;
  /** A second, quieter line. Compact lists and phones leave it out. */
  detail?: (row: Row, context: CellContext) => ReactNode;
  /** Aligns amounts and counts to the right. */
  numeric?: boolean;
  /** The product whose picture stands before the name. */
  picture?: (row: Row) => Pictured | null;
  /** On phones, a row has two lines: its name, and the other cells. `beside` puts a cell beside the name; `named` writes the column’s name before it; `left_out` leaves it to the row’s own page. */
  phone?: "beside" | "named" | "left_out" | undefined;
};

/** What a product's picture is drawn from. */
type Pictured = { slug: string; image: string | null };

/** Wraps rows and table, e.g. for drag and drop. */
export type RowFrame<Row> = {
  /** The element of a row; by default `tr`. */
  Row: ComponentType<{ row: { id: string }; children: ReactNode }>;
  /** The element around the table. */
  Area: ComponentType<{ rows: Row[]; children: ReactNode }>;
};

/** A table. Shows skeletons while `rows` is undefined. */
export function Table<Row extends { id: string }>({
  label,
  columns,
  rows,
  rowHref,
  Row: RowElement = PlainRow,
  choice,
}: {
  label: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  rowHref?: ((row: Row) => string) | undefined;
  Row?: RowFrame<Row>["Row"] | undefined;
  /** Adds a checkbox to each row. */
  choice?: { selection: Selection<Row>; getName: (row: Row) => string } | undefined;
}) {
  const { i18n } = useLingui();
  const context = { i18n, formats: useFormats() };
  const named = columns.map((column) => ({ ...column, name: translateLabel(i18n, column.name) }));
  return (
    <table
      className={styles.table}
      aria-label={label}
      aria-busy={rows === undefined}
      data-linked={rowHref !== undefined}
      data-chosen={choice !== undefined}
    >
      <thead>
        <tr>
          {choice && (
            <th scope="col">
              <SelectAllBox selection={choice.selection} rows={rows ?? []} />
            </th>
          )}
          {named.map(({ name, numeric }) => (
            <th key={name} scope="col" data-numeric={numeric}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows
          ? rows.map((row) => (
              <RowElement key={row.id} row={row}>
                {choice && (
                  <td className={styles.choice}>
                    <SelectRowBox {...choice} row={row} />
                  </td>
                )}
                {named.map(({ name, cell, detail, numeric, picture, phone }, index) => (
                  <td
                    key={name}
                    data-name={name}
                    data-numeric={numeric}
                    data-first={index === 0}
                    data-phone={phone}
                  >
                    <Cell
                      href={index === 0 ? rowHref?.(row) : undefined}
                      picture={picture?.(row)}
                      detail={detail?.(row, context)}
                    >
                      {cell(row, context)}
                    </Cell>
                  </td>
                ))}
              </RowElement>
            ))
          : [1, 2, 3, 4, 5].map((row) => (
              <tr key={row}>
                {choice && (
                  <td className={styles.choice}>
                    <Skeleton width="1.125rem" />
                  </td>
                )}
                {named.map(({ name }) => (
                  <td key={name}>
                    <Skeleton width="70%" />
                  </td>
                ))}
              </tr>
            ))}
      </tbody>
    </table>
  );
}

/** A row that is nothing more. */
function PlainRow({ children }: { children: ReactNode }) {
  return <tr>{children}</tr>;
}

/**
 * The content of a cell.
 * @param props.href makes the content a link, which covers the whole row
 * @param props.detail a second, quieter line
 */
function Cell({
  href,
  picture,
  detail,
  children,
}: {
  href: string | undefined;
  picture: Pictured | null | undefined;
  detail: ReactNode;
  children: ReactNode;
}) {
  const content =
    href === undefined ? (
      children
    ) : (
      <Link href={href} className={styles.rowLink}>
        {children}
      </Link>
    );
  const lines = detail ? (
    <span className={styles.lines}>
      {content}
      <span className={styles.detail} title={typeof detail === "string" ? detail : undefined}>
        {detail}
      </span>
    </span>
  ) : (
    content
  );
  if (!picture) return lines;
  return (
    <span className={styles.pictured}>
      <Cover {...picture} sizes="2rem" priority="last" className={styles.picture} />
      {lines}
    </span>
  );
}

/** A column with a day, and the time below it. */
export const dayColumn = <Row,>(name: Label, getTime: (row: Row) => number): Column<Row> => ({
  name,
  phone: "named",
  cell: (row) => <ListDay at={getTime(row)} />,
  detail: (row, { formats }) => formats.time(getTime(row)),
});

/** A day in a list: "Mar 3, 2026", with the exact time in a tooltip. `at` is in Unix milliseconds. */
export function ListDay({ at }: { at: number }) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.dateTime(at)}>
      {formats.shortDate(at)}
    </time>
  );
}

/** The kind and the end of an id, which is enough to tell rows apart: `ord_…6tyr65`. The tooltip has the whole id. */
export function ShortId({ id }: { id: string }) {
  const [kind] = id.split("_");
  return (
    <code title={id}>
      {kind}_…{id.slice(-6)}
    </code>
  );
}

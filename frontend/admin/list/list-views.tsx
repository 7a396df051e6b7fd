import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { read } from "../../http/client.ts";
import { Button } from "../../ui/button.tsx";
import { translateLabel, type Label } from "../frame/label.tsx";
import {
  EditFilterDialog,
  SaveFilterDialog,
  savedFilters,
  type FilterableList,
} from "./saved-filter-dialogs.tsx";
import styles from "./list.module.css";

/** Filters with a name that every list of its kind offers. */
export type View = { name: Label; query: Record<string, string> };

/** Returns the views of a list by one parameter, from the names of its values. */
export const toViews = (parameter: string, names: Record<string, Label>): View[] =>
  Object.entries(names).map(([value, name]) => ({ name, query: { [parameter]: value } }));

/** The views of a list as links above it, and buttons to save the current filters as a further one. */
export function ListViews({
  list,
  views: own = [],
  current,
}: {
  list: FilterableList;
  /** The list's own views, after the one without filters. */
  views?: View[];
  /** The current search and filters. */
  current: Record<string, string>;
}) {
  const { t, i18n } = useLingui();
  const [path] = useLocation();
  const [openDialog, setOpenDialog] = useState<"save" | "edit" | null>(null);
  const queryKey = ["admin", "saved-filters", list];
  const saved = useQuery({
    queryKey,
    queryFn: async () => (await read(savedFilters.$get({ query: { list } }))).savedFilters,
    staleTime: Infinity,
  });
  const views = [{ name: t`All`, query: {} }, ...own];
  const query = serialize(current);
  const currentSaved = saved.data?.find((filter) => filter.query === query);
  const isKnown =
    currentSaved !== undefined || views.some((view) => serialize(view.query) === query);
  const links = [
    ...views.map((view) => {
      const name = translateLabel(i18n, view.name);
      return { key: name, name, query: serialize(view.query) };
    }),
    ...(saved.data ?? []).map(({ id, name, query }) => ({ key: id, name, query })),
  ];
  const close = () => setOpenDialog(null);
  return (
    <div className={styles.views}>
      <nav aria-label={t`Saved filters`}>
        <ul>
          {links.map((link) => (
            <li key={link.key}>
              <Link
                href={link.query === "" ? path : `${path}?${link.query}`}
                aria-current={link.query === query ? "page" : undefined}
                ref={link.query === query ? scrollIntoListView : undefined}
              >
                {link.name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {!isKnown && saved.data && (
        <Button kind="plain" onClick={() => setOpenDialog("save")}>
          {t`Save filter`}
        </Button>
      )}
      {currentSaved && (
        <Button kind="plain" onClick={() => setOpenDialog("edit")}>
          {t`Edit filter`}
        </Button>
      )}
      {openDialog === "save" && (
        <SaveFilterDialog list={list} query={query} queryKey={queryKey} onClose={close} />
      )}
      {openDialog === "edit" && currentSaved && (
        <EditFilterDialog filter={currentSaved} queryKey={queryKey} onClose={close} />
      )}
    </div>
  );
}

/** On phones, the views are one scrolling line, so the current one may be outside the screen. */
function scrollIntoListView(link: HTMLAnchorElement | null) {
  link?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Filters as query parameters, in one order, so that they can be compared. The order of the rows is not a filter. */
function serialize({ sort: _, ...filters }: Record<string, string>): string {
  const params = new URLSearchParams(filters);
  params.sort();
  return params.toString();
}

import type { ReactNode } from "react";

/** A text of the seller, in its own language and direction where they aren't the page's. */
export function SellerText({
  as: Tag = "p",
  lang,
  className,
  children,
}: {
  as?: "p" | "span" | "h2" | "h3" | "li";
  /** Undefined if it is the page's language. */
  lang: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Tag className={className} lang={lang} dir="auto">
      {children}
    </Tag>
  );
}

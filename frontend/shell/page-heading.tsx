import { useEffect, useRef, type ReactNode } from "react";
import { useShopName } from "../http/shop.ts";

/** The page that was last announced; the first one is announced by the browser. */
let announced = location.pathname;

/**
 * A page's h1. It names the document and, after a navigation, takes the focus, so that a screen reader says where one
 * is and Tab goes on from there.
 * @param documentTitle where the heading is not a plain name; "" leaves the shop's name alone
 */
export function PageHeading({
  children,
  documentTitle,
  className,
}: {
  children: ReactNode;
  documentTitle?: string;
  className?: string | undefined;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shopName = useShopName();
  const title = documentTitle ?? String(children);
  useEffect(() => {
    document.title = [title, shopName].filter(Boolean).join(" · ") || "Shop";
  }, [title, shopName]);
  useEffect(() => {
    if (announced === location.pathname) return;
    announced = location.pathname;
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}

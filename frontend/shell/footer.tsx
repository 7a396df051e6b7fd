import { Link } from "wouter";
import { useShop } from "../http/shop.ts";
import { legalPageTitles } from "../../worker/lib/legal-page-titles.ts";
import { paths } from "../paths.ts";
import styles from "./footer.module.css";

export function Footer() {
  const shop = useShop();
  return (
    <footer className={styles.footer}>
      <p>{shop?.name}</p>
      <nav aria-label="Footer">
        <Link href={paths.home}>Everything for sale</Link>
        <Link href={paths.library}>Your library</Link>
        <Link href={paths.billing}>Billing and cancellation</Link>
        {shop?.legal.map((page) => (
          <Link key={page} href={paths.legal(page)}>
            {legalPageTitles[page]}
          </Link>
        ))}
        {shop?.supportEmail && <a href={`mailto:${shop.supportEmail}`}>Contact</a>}
      </nav>
    </footer>
  );
}

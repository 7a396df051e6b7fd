import { Link } from "wouter";
import { useShopName } from "../features/catalog/queries.ts";
import { paths } from "../paths.ts";
import styles from "./footer.module.css";

export function Footer() {
  const shopName = useShopName();
  return (
    <footer className={styles.footer}>
      <p>{shopName}</p>
      <nav aria-label="Footer">
        <Link href={paths.home}>Everything for sale</Link>
        <Link href={paths.library}>Your library</Link>
        <Link href={paths.billing}>Billing and cancellation</Link>
      </nav>
    </footer>
  );
}

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { shopQuery, type Product } from "../../http/shop.ts";
import { SellerText } from "../../ui/seller-text.tsx";
import shapes from "../../ui/shapes.module.css";
import styles from "./billing.module.css";

/**
 * What a change to another product adds and takes away. Shows nothing if it is the same product, or if one of them is no
 * longer for sale: the storefront says what is in a product.
 */
export function PlanBenefits({ from, to }: { from: { id: string }; to: { id: string } }) {
  const { t } = useLingui();
  const { data } = useQuery({ ...shopQuery, enabled: from.id !== to.id });
  const benefitsOf = ({ id }: { id: string }) =>
    data?.products.find((product) => product.id === id)?.benefits;
  const [before, after] = [benefitsOf(from), benefitsOf(to)];
  if (from.id === to.id || !before || !after) return null;
  return (
    <div className={shapes.stack}>
      <BenefitNames title={t`You gain`} benefits={subtract(after, before)} />
      <BenefitNames title={t`You lose`} benefits={subtract(before, after)} />
    </div>
  );
}

type Benefits = Product["benefits"];

const subtract = (benefits: Benefits, others: Benefits) =>
  benefits.filter(({ id }) => !others.some((other) => other.id === id));

function BenefitNames({ title, benefits }: { title: string; benefits: Benefits }) {
  if (benefits.length === 0) return null;
  return (
    <section className={styles.benefits}>
      <h3>{title}</h3>
      <ul>
        {benefits.map(({ id, name, langs }) => (
          <SellerText key={id} as="li" lang={langs?.name}>
            {name}
          </SellerText>
        ))}
      </ul>
    </section>
  );
}

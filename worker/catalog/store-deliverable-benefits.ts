import { asc, eq } from "drizzle-orm";
import { isOneOf, type Database } from "../db/client.ts";
import { productBenefits, products } from "../db/schema/catalog.ts";

/** Lists the products that include these benefits, oldest first. */
export function listProductsOfBenefits(db: Database, benefitIds: string[]) {
  return db
    .select({
      benefitId: productBenefits.benefitId,
      id: products.id,
      name: products.name,
    })
    .from(productBenefits)
    .innerJoin(products, eq(products.id, productBenefits.productId))
    .where(isOneOf(productBenefits.benefitId, benefitIds))
    .orderBy(asc(products.id));
}

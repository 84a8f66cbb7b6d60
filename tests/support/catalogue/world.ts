import type { Db } from '../../../server/db/client';
import {
  changes,
  distributorMappings,
  itemRules,
  productImages,
  productItems,
  productLines,
  strains,
} from '../../../server/db/schema';
import {
  type CustomerFixture,
  makeBrand,
  makeDifference,
  makeItem,
  makeLabReport,
  makePackage,
  makePriceSchedule,
  makeProduct,
  makeRefusal,
  makeTransfer,
  only,
  type SellerFixture,
} from '../factories';

/** What a call of the catalogue can reference, besides a seller's product. */
export interface CatalogueWorld {
  /** Others of the seller: one that groups products, and an archived one. */
  parentProductId: number;
  archivedProductId: number;
  /** A product with a picture. */
  picturedProductId: number;
  productImageId: number;
  /** An item mapped to it, by the mapping's id, and an item mapped to nothing. */
  productItemId: number;
  itemId: number;
  /** A rule that assigns items to a brand. */
  itemRuleId: number;
  /** A package of an item, at the seller's license. */
  packageId: number;
  packageLabel: string;
  /** A transfer the package was part of. */
  transferId: number;
  /** Differences with the tracking system about packages of an item, to take over and to correct. */
  differenceId: number;
  otherDifferenceId: number;
  refusalId: number;
  /** A brand with one product line that nothing depends on. */
  menuBrandId: number;
  spareLineId: number;
  strainId: number;
  /** A price schedule of the customer with a rule for the product and its line, and one nothing depends on. */
  priceScheduleId: number;
  sparePriceScheduleId: number;
  /** A change of products by the seller's owner. */
  productChangeId: number;
}

type Of = { seller: SellerFixture; product: { id: number }; customer: Pick<CustomerFixture, 'id'> };

/** Makes it for a seller with a product and a customer. */
export async function makeCatalogueWorld(db: Db, { seller, product, customer }: Of): Promise<CatalogueWorld> {
  const { company, brand } = seller;
  const parent = await makeProduct(db, seller, { isParent: true, listingState: 'INTERNAL' });
  const archived = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
  await db
    .insert(distributorMappings)
    .values({ orgId: seller.org.id, companyId: company.id, brandId: brand.id, distributorId: company.id });
  const strain = only(
    await db
      .insert(strains)
      .values({ orgId: seller.org.id, name: 'Gelato', strainClassification: 'HYBRID' })
      .returning(),
  );
  const productChange = only(
    await db
      .insert(changes)
      .values({
        orgId: seller.org.id,
        kind: 'EDIT',
        path: '/product-changes',
        entity: 'product',
        act: 'edit',
        input: { summary: 'Changed 1 product' },
        userId: seller.owner.user.id,
        timeZone: 'UTC',
        state: 'DONE',
        total: 0,
      })
      .returning(),
  );
  const schedule = await makePriceSchedule(db, seller, {
    name: 'Key accounts',
    customerIds: [customer.id],
    productRules: [{ productId: product.id, price: '18.00' }],
    lineRules: [{ productLineId: seller.productLine.id, percentDiscount: '0.05' }],
  });
  const spareSchedule = await makePriceSchedule(db, seller, { name: 'Spare prices' });
  const menuBrand = await makeBrand(db, seller);
  const spareLine = only(
    await db
      .insert(productLines)
      .values({ orgId: seller.org.id, brandId: menuBrand.id, name: 'Spare', menuPosition: 0 })
      .returning(),
  );
  const pictured = await makeProduct(db, seller);
  const mappedItem = await makeItem(db, seller, { packages: [{ quantity: '40' }], name: `Jars ${seller.org.id}` });
  const freeItem = await makeItem(db, seller, {
    packages: [{ quantity: '8' }],
    name: `Bags ${seller.org.id}`,
    brandId: seller.brand.id,
  });
  const rule = only(
    await db
      .insert(itemRules)
      .values({ orgId: seller.org.id, brandId: seller.brand.id, searchText: `Bags ${seller.org.id}`, usState: 'CA' })
      .returning(),
  );
  const held = await makePackage(db, freeItem, { quantity: '12' });
  await makeLabReport(db, held, { documentId: held.id });
  const transfer = await makeTransfer(db, held);
  const difference = await makeDifference(db, await makePackage(db, freeItem, { quantity: '9' }), '7');
  const otherDifference = await makeDifference(db, await makePackage(db, freeItem, { quantity: '6' }), '5');
  const refusal = await makeRefusal(db, held);
  const mapping = only(
    await db
      .insert(productItems)
      .values({ orgId: seller.org.id, productId: pictured.id, itemId: mappedItem.id })
      .returning(),
  );
  const image = only(
    await db
      .insert(productImages)
      .values({ orgId: seller.org.id, productId: pictured.id, position: 0, imageUri: '/files/jar.webp' })
      .returning(),
  );
  return {
    parentProductId: parent.id,
    archivedProductId: archived.id,
    picturedProductId: pictured.id,
    productImageId: image.id,
    productItemId: mapping.id,
    itemId: freeItem.id,
    itemRuleId: rule.id,
    packageId: held.id,
    packageLabel: held.label,
    transferId: transfer.id,
    differenceId: difference.id,
    otherDifferenceId: otherDifference.id,
    refusalId: refusal.id,
    menuBrandId: menuBrand.id,
    spareLineId: spareLine.id,
    strainId: strain.id,
    priceScheduleId: schedule.id,
    sparePriceScheduleId: spareSchedule.id,
    productChangeId: productChange.id,
  };
}

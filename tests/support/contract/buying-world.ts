import type { Db } from '../../../server/db/client';
import { cartItems, cartSubstitutions, carts, productFollows, standingLists } from '../../../server/db/schema';
import { makeCheckout } from '../billing/billing';
import { type BuyerFixture, makeApproval, only, type SellerFixture } from '../factories';

/** What a buyer has of a seller before there is an order, and its payment page. */
export interface BuyingWorld {
  cartId: number;
  cartItemId: number;
  otherCartItemId: number;
  /** Of the buyer’s owner. */
  substitutionId: number;
  standingListId: number;
  /** Requests for approval of the buyer's that wait, of carts already gone. */
  approvalIds: [number, number];
  /** Of the buyer’s owner. */
  followId: number;
  /** Of the buyer's payment page. */
  checkoutId: string;
}

type Product = { id: number; name: string };
type Of = { seller: SellerFixture; buyer: BuyerFixture; product: Product; another: Product };

export async function makeBuyingWorld(db: Db, { seller, buyer, product, another }: Of): Promise<BuyingWorld> {
  const cart = only(
    await db
      .insert(carts)
      .values({
        orgId: buyer.org.id,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
      })
      .returning(),
  );
  const inCart = { orgId: buyer.org.id, cartId: cart.id, quantity: '2', expectedUnitMultiplier: '1' };
  const [item, otherItem] = await db
    .insert(cartItems)
    .values([
      { ...inCart, productId: product.id },
      { ...inCart, productId: another.id },
    ])
    .returning();
  const standingList = only(
    await db
      .insert(standingLists)
      .values({
        orgId: buyer.org.id,
        buyerCompanyId: buyer.buyerCompany.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
        name: 'Tuesday',
      })
      .returning(),
  );
  const approvalIds = [await makeApproval(db, seller, buyer), await makeApproval(db, seller, buyer)] as [
    number,
    number,
  ];
  const follow = only(
    await db
      .insert(productFollows)
      .values({
        orgId: buyer.org.id,
        orgUserId: buyer.owner.orgUserId,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerOrgId: seller.org.id,
        brandId: seller.brand.id,
        productId: another.id,
        productName: another.name,
        price: '10.00',
        knownPrice: '10.00',
        inStock: true,
        knownOut: false,
      })
      .returning(),
  );
  const substitution = only(
    await db
      .insert(cartSubstitutions)
      .values({
        orgId: buyer.org.id,
        orgUserId: buyer.owner.orgUserId,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        sellerCompanyId: seller.company.id,
        productId: another.id,
        quantity: '2',
        notes: '',
        expectedUnitMultiplier: '1',
        orderNotes: '',
        deliveryPreferences: '',
        toCompanyId: seller.company.id,
        toProductId: product.id,
        toQuantityBefore: '2',
      })
      .returning(),
  );
  const { checkoutId } = await makeCheckout(db, buyer);
  return {
    cartId: cart.id,
    cartItemId: item?.id ?? 0,
    otherCartItemId: otherItem?.id ?? 0,
    substitutionId: substitution.id,
    standingListId: standingList.id,
    approvalIds,
    followId: follow.id,
    checkoutId,
  };
}

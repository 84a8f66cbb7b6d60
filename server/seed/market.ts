import { daysBefore, nextId, type World } from './world';

const HEAD_BUYER = 'buyer@harborvine.example';
/** One of so many products was published since the head buyer was last there. */
const NEW_OF = 60;

/** What the marketplace knows of the demo's head buyer: an earlier visit, what they looked at, and what is new since. */
export function addMarketVisits({ now, rows }: World): void {
  const buyer = rows.orgUsers.find(({ email }) => email === HEAD_BUYER);
  if (!buyer?.id) throw new Error(`${HEAD_BUYER} has no organization`);
  const { id: orgUserId, orgId } = buyer;
  rows.marketPeople.push({ orgId, orgUserId, seenAt: daysBefore(now, 5) });
  rows.products.forEach((product, at) => {
    if (at % NEW_OF === NEW_OF - 1) product.listedAt = daysBefore(now, 2);
  });
  const listed = rows.products.filter(({ listingState, isParent }) => listingState === 'AVAILABLE' && !isParent);
  for (const slug of ['night-heron', 'fernhollow']) {
    const brandId = rows.brands.find((brand) => brand.slug === slug)?.id ?? 0;
    const product = listed.find((one) => one.brandId === brandId);
    const opened = [0, product?.id ?? 0].filter((productId, at) => at === 0 || productId > 0);
    for (const productId of opened)
      rows.marketOpens.push({
        orgId,
        orgUserId,
        brandId,
        productId,
        openedAt: daysBefore(now, 5 + nextId(rows.marketOpens)),
      });
  }
}

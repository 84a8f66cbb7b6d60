import { multiply, roundCents } from '../../domain/money';
import { DAY_MS, daysBefore, HOUR_MS, nextId, type World } from './world';

type Demo = {
  seller: string;
  /** Which of the company's products. */
  product: number;
  /** Of the wholesale price. */
  asking: string;
  quantity: string;
  smallest: string;
  audience: 'EVERYBODY' | 'PARTNERS';
  note: string;
  days: number;
  /** Open bids of buyers, by organization: how much of the asking price, and for how much. */
  bids: readonly { by: string; of: string; quantity: string; note: string }[];
};

const DEMO: readonly Demo[] = [
  {
    seller: 'Tidemark Distribution',
    product: 2,
    asking: '0.9',
    quantity: '24',
    smallest: '4',
    audience: 'EVERYBODY',
    note: 'Last of this harvest. Ready to ship on Thursday.',
    days: 5,
    bids: [{ by: 'Harbor & Vine', of: '0.92', quantity: '8', note: 'We can pick it up ourselves.' }],
  },
  {
    seller: 'Tidemark Distribution',
    product: 9,
    asking: '0.85',
    quantity: '60',
    smallest: '10',
    audience: 'EVERYBODY',
    note: '',
    days: 12,
    bids: [],
  },
  {
    seller: 'Fernhollow Farms',
    product: 4,
    asking: '0.88',
    quantity: '40',
    smallest: '5',
    audience: 'EVERYBODY',
    note: 'Small buds, tested this month.',
    days: 8,
    bids: [{ by: 'Harbor & Vine', of: '0.95', quantity: '20', note: '' }],
  },
  {
    seller: 'Fernhollow Farms',
    product: 7,
    asking: '0.8',
    quantity: '30',
    smallest: '30',
    audience: 'PARTNERS',
    note: 'For partners first, all at once.',
    days: 3,
    bids: [],
  },
];

/** Open offers with a few bids that wait for their sellers; nothing is set aside for them yet. */
export function addDeals(world: World): void {
  const { now, rows } = world;
  const orgOf = (name: string) => rows.organizations.find((one) => one.name === name)?.id ?? 0;
  const ownerOf = (orgId: number) => rows.orgUsers.find((one) => one.orgId === orgId)?.userId;
  for (const { seller, product: at, asking, quantity, smallest, audience, note, days, bids } of DEMO) {
    const orgId = orgOf(seller);
    const sold = rows.products.filter(
      (one) => one.orgId === orgId && !one.isParent && !['ARCHIVED', 'SAMPLE', 'BACKORDER'].includes(one.listingState),
    );
    const product = sold[at];
    const createdByUserId = ownerOf(orgId);
    if (product?.id === undefined || !createdByUserId) throw new Error(`${seller} has no product ${at} to offer`);
    const id = nextId(rows.offers);
    const askingPrice = roundCents(multiply(product.wholesalePrice, asking));
    const createdAt = daysBefore(now, 1);
    rows.offers.push({
      id,
      orgId,
      uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
      companyId: product.companyId,
      productId: product.id,
      productName: product.name,
      brandName: rows.brands.find((brand) => brand.id === product.brandId)?.name ?? '',
      unitOfMeasure: product.sellInUnitOfMeasure,
      soldInBulk: product.sellInBulk ?? false,
      unitMultiplier: product.unitMultiplier ?? '1',
      quantity,
      smallestQuantity: smallest,
      askingPrice,
      audience,
      note,
      endsAt: new Date(now.getTime() + days * DAY_MS),
      createdByUserId,
      createdAt,
      updatedAt: createdAt,
    });
    for (const bid of bids) addBid(world, { ...bid, offerId: id, orgId, askingPrice, days });
  }
}

type Bidding = Demo['bids'][number] & { offerId: number; orgId: number; askingPrice: string; days: number };

function addBid({ now, rows }: World, { by, of, quantity, note, offerId, orgId, askingPrice, days }: Bidding): void {
  const buyerOrgId = rows.organizations.find((one) => one.name === by)?.id;
  const state = rows.companies.find((one) => one.orgId === orgId)?.usState;
  const held = rows.buyerLicenses.find(
    (one) => one.orgId === buyerOrgId && rows.licenses.find(({ id }) => id === one.licenseId)?.usState === state,
  );
  const userId = rows.orgUsers.find((one) => one.orgId === buyerOrgId)?.userId;
  if (!buyerOrgId || held?.id === undefined || !userId) throw new Error(`${by} can’t bid in ${state}`);
  const id = nextId(rows.dealBids);
  const price = roundCents(multiply(askingPrice, of));
  const createdAt = new Date(now.getTime() - 3 * HOUR_MS);
  rows.dealBids.push({
    id,
    orgId,
    offerId,
    buyerOrgId,
    buyerCompanyId: held.buyerCompanyId,
    buyerLicenseId: held.id,
    turn: 'SELLER',
    price,
    quantity,
    answerBy: new Date(now.getTime() + Math.min(2, days) * DAY_MS - 3 * HOUR_MS),
    createdByUserId: userId,
    createdAt,
    updatedAt: createdAt,
  });
  rows.dealBidVersions.push({ orgId, bidId: id, version: 0, side: 'BUYER', price, quantity, note, userId, createdAt });
}

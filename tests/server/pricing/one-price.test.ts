import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quickOrders } from '../../../domain/carts/fill-contract';
import { bids } from '../../../domain/deals/contract';
import type { Bid } from '../../../domain/deals/deal';
import { brands as contract } from '../../../domain/directory/contract';
import { formatUsd, greater, money, multiply, roundCents } from '../../../domain/money';
import { orderLineItems } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import { makeOffer } from '../../support/deals/factories';
import { makeBuyer, makeCustomer, makePriceSchedule, makeProduct, makeSeller, only } from '../../support/factories';
import { pagesOf } from '../../support/files/pdf';

const app = await openApp();
const db = () => app.database.db;

const cents = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((value) => roundCents(value / 100));
const Priced = fc.record({
  wholesalePrice: cents(1, 200_000),
  saleShare: fc.option(fc.integer({ min: 1, max: 99 })),
  perCase: fc.option(fc.integer({ min: 2, max: 48 })),
  /** In the product line that the schedule discounts. */
  isInLine: fc.boolean(),
  /** The schedule's own price for it. */
  own: fc.option(cents(1, 200_000)),
  quantity: fc.integer({ min: 1, max: 9 }),
});

test('a product has one price on the menu, on paper, in a quick order, in the cart and in the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(Priced, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 60 }),
      async (wanted, percent) => {
        const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
        const customer = await makeCustomer(db(), seller, { buyer });
        const products: Awaited<ReturnType<typeof makeProduct>>[] = [];
        for (const [at, { wholesalePrice, saleShare, perCase, isInLine }] of wanted.entries())
          products.push(
            await makeProduct(db(), seller, {
              name: `Jar ${'ABCDEFGH'[at]}`,
              wholesalePrice,
              salePrice:
                saleShare === null ? null : greater(roundCents(multiply(wholesalePrice, saleShare / 100)), '0.01'),
              productLineId: isInLine ? seller.productLine.id : null,
              quantity: '1000',
              ...(perCase === null ? {} : { perCase: String(perCase) }),
            }),
          );
        await makePriceSchedule(db(), seller, {
          customerIds: [customer.id],
          productRules: products.flatMap(({ id }, at) => {
            const price = wanted[at]?.own ?? null;
            return price === null ? [] : [{ productId: id, price }];
          }),
          lineRules: [{ productLineId: seller.productLine.id, percentDiscount: String(percent / 100) }],
        });
        const shopper = await startShopping(app, buyer);
        const lines = products.map((product, at) => ({ product, quantity: String(wanted[at]?.quantity) }));
        const buyerLicenseId = buyer.buyerLicense.id;
        const asked = { params: { id: seller.brand.id }, body: { buyerLicenseId } };

        const menu = await shopper.caller.expectOk(contract.menu, asked);
        const shown = products.map(({ id }) => only(menu.products.filter((one) => one.id === id)).price.unitPrice);

        const paper = (await pagesOf(await shopper.caller.expectOk(contract.menuPdf, asked))).join(' ');
        for (const [at, { name }] of products.entries())
          expect(paper.slice(paper.indexOf(name)).match(/\$[\d,]+\.\d\d/)?.[0]).toBe(formatUsd(shown[at] ?? ''));

        const quick = await shopper.caller.expectOk(quickOrders.preview, {
          body: {
            buyerLicenseId,
            sellerCompanyId: seller.company.id,
            lines: lines.map(({ product: { sku }, quantity }) => ({ sku: sku ?? '', quantity })),
          },
        });

        const wrapper = await shopper.fill(seller, lines);
        const priceIn = (rows: readonly { productId: number; unitPrice: string }[]) =>
          products.map(({ id }) => only(rows.filter(({ productId }) => productId === id)).unitPrice);
        expect(priceIn(wrapper.cart.lineItems)).toEqual(shown);
        const totals = products.map(
          ({ id }) => wrapper.cart.lineItems.find(({ productId }) => productId === id)?.total,
        );
        expect(quick.lines.map(({ after }) => after)).toEqual(totals);

        const { createdOrders } = await shopper.checkout([wrapper]);
        const { id, totalUsd } = only(createdOrders);
        expect(totalUsd).toBe(wrapper.cart.total);
        const ordered = await db().select().from(orderLineItems).where(eq(orderLineItems.orderId, id));
        expect(priceIn(ordered.map((row) => ({ ...row, unitPrice: row.orderedUnitPrice })))).toEqual(shown);
      },
    ),
    { numRuns: 8 },
  );
});

const Dealt = fc.record({
  askingPrice: cents(1, 200_000),
  perCase: fc.option(fc.integer({ min: 2, max: 48 })),
  quantity: fc.integer({ min: 1, max: 90 }),
  /** What the buyer bids instead, and the seller's answer. */
  haggled: fc.option(fc.tuple(cents(1, 200_000), cents(1, 200_000))),
});

test('a deal has one price and total in the offer, the bid, the order and its line, whatever the menu asks', async () => {
  const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
  const [owner, shopper] = [await app.as(seller.owner.user, seller.org), await startShopping(app, buyer)];
  await fc.assert(
    fc.asyncProperty(Dealt, async ({ askingPrice, perCase, quantity, haggled }) => {
      const product = await makeProduct(db(), seller, {
        wholesalePrice: '77.77',
        quantity: '100000',
        ...(perCase === null ? {} : { perCase: String(perCase) }),
      });
      const { uuid: offerUuid } = await makeOffer(db(), seller, { product, askingPrice, quantity: '90' });
      const params = { offerUuid };
      const wanted = { licenseId: buyer.license.id, quantity: String(quantity) };
      const bidOf = ({ bids }: { bids: Bid[] }) => only(bids);
      const place = async () => {
        const body = { ...wanted, match: haggled === null, counterOfferPrice: haggled?.[0] ?? null };
        const first = bidOf(await shopper.caller.expectOk(bids.place, { params, body }));
        if (haggled === null) return first;
        const [, answer] = haggled;
        const named = { params: { offerUuid, bidId: first.id } };
        const isSame = answer === first.price;
        const counter = { version: 0, counterOfferPrice: answer, quantity: wanted.quantity };
        const { version } = isSame ? first : bidOf(await owner.expectOk(bids.counter, { ...named, body: counter }));
        const accepting = isSame ? owner : shopper.caller;
        return bidOf(await accepting.expectOk(bids.accept, { ...named, body: { version } }));
      };
      const bid = await place();
      const agreed = haggled === null ? askingPrice : haggled[1];
      expect(bid).toMatchObject({ status: 'ACCEPTED', price: agreed, order: { totalUsd: bid.totalUsd } });
      const line = only(
        await db()
          .select()
          .from(orderLineItems)
          .where(eq(orderLineItems.orderId, bid.order?.id ?? 0)),
      );
      expect([line.orderedUnitPrice, line.totalUsd, money(line.quantity)]).toEqual([
        agreed,
        bid.totalUsd,
        wanted.quantity,
      ]);
      expect(bid.totalUsd).toBe(roundCents(multiply(agreed, quantity)));
    }),
    { numRuns: 12 },
  );
});

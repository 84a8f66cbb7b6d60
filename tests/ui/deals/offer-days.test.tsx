import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { shortMoment } from '../../../domain/dates';
import { bids as bidCalls, offers as calls } from '../../../domain/deals/contract';
import { zoneText } from '../../../domain/time-zones';
import { bids, dealOrders, offers } from '../../../src/resources/deals';
import { countedZone, timeZone } from '../../../src/ui/reader-dates';
import { both, countIn, openAt, world } from '../support/app';
import { reply } from '../support/platform';
import '../../../src/ui/theme';

/** Zones a day apart: the chosen company's, and the one of another company of ours. */
const CHOSEN = 'Pacific/Niue';
const SELLING = 'Pacific/Kiritimati';
const UUID = 'a2c1f6de-5a4c-4f0b-9d7e-3f6f2d1c9b10';

type Offer = CallOutput<typeof calls.get>;
/** Ends at a time that is the end of a day in no zone. */
const offerOf = (companyId: number, isOurs: boolean): Offer => ({
  id: 5,
  uuid: UUID,
  product: { id: 7, name: 'Blue Dream', brandId: 3, brandName: 'Fernhollow', imageUri: null },
  seller: { companyId, name: 'Second Company' },
  unitOfMeasure: 'UNIT',
  soldInBulk: false,
  unitMultiplier: '1',
  quantity: '10',
  smallestQuantity: '1',
  left: '10',
  askingPrice: '20.00',
  wholesalePrice: '25.00',
  endsAt: '2030-03-11T12:34:56.000Z',
  created: '2026-03-01T12:00:00.000Z',
  status: 'OPEN',
  audience: 'EVERYBODY',
  openBids: 0,
  waiting: 0,
  isOurs,
  version: 3,
  note: '',
  lots: [],
  customers: [],
  bids: [],
});

beforeEach(() => {
  world.features = { OFFERS: both, BIDS: both, ORDERS: both };
  countIn(CHOSEN, SELLING);
  world.net.on(calls.lots, () => reply(calls.lots, []));
});

async function openOffer(offer: Offer) {
  world.net.on(calls.get, () => reply(calls.get, offer));
  await openAt(`/deals/${UUID}`, [offers]);
  await expect.element(page.getByRole('heading', { name: 'Blue Dream', level: 1 })).toBeVisible();
}
const saved = () => world.net.sent.find(({ method }) => method === 'PATCH')?.body;
/** The zone follows the time where it isn't the reader's. */
const ends = (zone: string) => page.getByText(shortMoment(offerOf(11, true).endsAt, zone), { exact: false });

describe('the page of an offer', () => {
  it.each([
    ['of the company chosen', 10, true, CHOSEN],
    ['of another company of ours', 11, true, SELLING],
    ['of another organization', 77, false, timeZone],
  ])('%s counts days where its seller’s company does, if that is ours', async (_, companyId, isOurs, zone) => {
    await openOffer(offerOf(companyId, isOurs));
    await expect.element(ends(zone)).toBeVisible();
    expect(countedZone()).toBe(zone);
  });

  it('keeps the time it ends, to the second, when something else of it is changed', async () => {
    world.net.on(calls.update, () => reply(calls.update, { ...offerOf(11, true), version: 4 }, 'deals'));
    await openOffer(offerOf(11, true));
    await page.getByRole('button', { name: 'Edit offer' }).click();
    const form = page.getByRole('dialog', { name: 'Offer of Blue Dream' });
    await expect.element(form.getByText(`At the end of this day in ${zoneText(SELLING)}.`)).toBeVisible();
    await form.getByRole('textbox', { name: 'Note' }).fill('Fresh');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(saved).toMatchObject({ note: 'Fresh', endsAt: '2030-03-11T12:34:56.000Z', version: 3 });
  });
});

const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

describe('what an offer shows first', () => {
  it('is its product’s picture, what is asked beside the wholesale price, and what is left', async () => {
    const offer = offerOf(77, false);
    await openOffer({ ...offer, left: '4', product: { ...offer.product, imageUri: DOT } });
    const head = page.getByRole('region', { name: 'Offer' });
    await expect.element(head.getByText('Wholesale $25.00, 20% below')).toBeVisible();
    await expect.element(head.getByText('4 units left of 10 units')).toBeVisible();
    const picture = head.element().querySelector<HTMLImageElement>('img[data-picture]');
    expect([picture?.getAttribute('src'), picture?.width, picture?.height]).toEqual([DOT, 176, 176]);
  });

  it('is the product’s first letter without a picture', async () => {
    await openOffer(offerOf(77, false));
    const head = page.getByRole('region', { name: 'Offer' });
    await expect.element(head).toBeVisible();
    expect(head.element().querySelector('[data-picture]')?.textContent).toBe('B');
  });
});

describe('bids and the orders of deals', () => {
  it.each(['/deals/bids', '/deals/orders'])(
    'at %s are of both sides, so they count the reader’s days',
    async (path) => {
      const none = { results: [], resultCount: 0, page: 0 };
      countIn(SELLING);
      world.net.on(bidCalls.search, () => reply(bidCalls.search, none));
      world.net.on(bidCalls.orders, () => reply(bidCalls.orders, none));
      await openAt(path, [bids, dealOrders]);
      await expect.element(page.getByRole('heading', { level: 1, name: /^(Bids|Deal Orders)$/ })).toBeVisible();
      expect(countedZone()).toBe(timeZone);
      expect([bidCalls.search.days, bidCalls.orders.days]).toEqual(['reader', 'reader']);
    },
  );
});

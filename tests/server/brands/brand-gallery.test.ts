import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { MOST_IMAGES } from '../../../domain/brands/brand';
import { ownBrands as calls } from '../../../domain/brands/contract';
import { brands as shown } from '../../../domain/directory/contract';
import { brandPictures } from '../../../domain/files/contract';
import { brandImages } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { photo } from '../../support/files/pictures';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

let id: number;
const read = () => owner.expectOk(calls.get, { params: { orgId: seller.org.id, id } });
const keep = async (images: { id: number; alt: string }[]) =>
  owner.call(calls.update, { params: { id }, body: { images, version: (await read()).version } });
const add = async (caller = owner) =>
  caller.call(brandPictures.set, { params: { brandId: id }, query: { kind: 'gallery' }, file: await photo(900, 600) });
const linked = () => app.database.db.select().from(brandImages).where(eq(brandImages.brandId, id));

beforeEach(() => {
  id = seller.brand.id;
});

test('pictures are added last, described, put in order and removed, as buyers see them', async () => {
  for (let i = 0; i < 3; i++) expect(await add()).toMatchObject({ status: 200 });
  const before = await read();
  expect(before).toMatchObject({ profileImageUri: seller.brand.profileImageUri, coverImageUri: null, version: 3 });
  const [first, second, third] = before.images;
  if (!first || !second || !third) throw new Error('no pictures');
  expect(
    await keep([third, first].map((one, at) => ({ id: one.id, alt: ['The dry room', ' Jars '][at] ?? '' }))),
  ).toMatchObject({
    status: 200,
    body: {
      images: [
        { id: third.id, imageUri: third.imageUri, alt: 'The dry room', displayOrder: 0 },
        { id: first.id, imageUri: first.imageUri, alt: 'Jars', displayOrder: 1 },
      ],
    },
  });
  const { images } = await owner.expectOk(shown.get, { params: { id } });
  expect(images).toEqual([
    { imageUri: third.imageUri, alt: 'The dry room' },
    { imageUri: first.imageUri, alt: 'Jars' },
  ]);
  expect((await fetch(`${app.url}${third.imageUri}`)).headers.get('content-type')).toBe('image/webp');
});

test('a picture added meanwhile isn’t dropped by an older order', async () => {
  await add();
  const { images, version } = await read();
  await add();
  const kept = images.map((one) => ({ id: one.id, alt: 'Old' }));
  expect(await owner.call(calls.update, { params: { id }, body: { images: kept, version } })).toMatchObject({
    status: 409,
    body: { message: 'STALE' },
  });
  expect(await linked()).toHaveLength(2);
});

test('only its own pictures are kept, each once, and no more than fit', async () => {
  const other = await makeSeller(app.database.db);
  const [theirs] = await app.database.db
    .insert(brandImages)
    .values({ brandId: other.brand.id, position: 0, imageUri: '/files/theirs.webp' })
    .returning();
  await add();
  const [own] = (await read()).images;
  if (!own || !theirs) throw new Error('no pictures');
  for (const [images, at] of [
    [
      [
        { id: own.id, alt: '' },
        { id: theirs.id, alt: 'Mine' },
      ],
      1,
    ],
    [
      [
        { id: own.id, alt: '' },
        { id: own.id, alt: '' },
      ],
      1,
    ],
  ] as const) {
    expect(await keep([...images])).toMatchObject({
      status: 400,
      body: { errors: { [`images.${at}.id`]: 'This picture was removed. Reload, then try again.' } },
    });
  }
  expect(await linked()).toMatchObject([{ id: own.id }]);
  const rest = Array.from({ length: MOST_IMAGES - 1 }, (_, at) => ({
    brandId: id,
    position: at + 1,
    imageUri: `/files/${at}`,
  }));
  await app.database.db.insert(brandImages).values(rest);
  expect(await add()).toMatchObject({
    status: 400,
    body: { errors: { file: 'A gallery has at most 12 pictures. Remove one first.' } },
  });
});

test('is changed only by those who edit the brand', async () => {
  const { db } = app.database;
  const features = { MANAGE_BRANDS: { read: true, write: false } };
  const viewer = await makeMember(db, seller, { features, brandIds: [id] });
  expect((await add(await app.as(viewer.user, seller.org))).status).toBe(403);
  const stranger = await makeSeller(db);
  expect((await add(await app.as(stranger.owner.user, stranger.org))).status).toBe(404);
  expect(await linked()).toEqual([]);
});

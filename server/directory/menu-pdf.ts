import { eq } from 'drizzle-orm';
import { licenseDisplayName } from '../../domain/access/vocabulary';
import { groupByLine, menuFileName } from '../../domain/catalogue/menu';
import type { MenuProduct } from '../../domain/catalogue/product';
import { checkQuantity, describeQuantity } from '../../domain/catalogue/units/quantity';
import { describeUnits } from '../../domain/catalogue/units/units-text';
import { dayOf, shortDay } from '../../domain/dates';
import type { brands as contract } from '../../domain/directory/contract';
import { compare, formatUsd } from '../../domain/money';
import { describePrice } from '../../domain/pricing/price';
import { zoneTime } from '../../domain/time-zones';
import type { Ctx } from '../context';
import { brands, buyerLicenses, licenses } from '../db/schema';
import { drawPdf } from '../files/pdf-layout';
import type { Cell, Column } from '../files/pdf-paper';
import { readPicture } from '../files/read-picture';
import type { Verb } from '../implement';
import { readMenu } from './menu';
import { readBrand } from './read-brand';

const LOGO_PX = 176;
const PICTURE_PX = 96;
const COLUMNS: readonly Column[] = [
  { title: 'Product', share: 58 },
  { title: 'Stock', share: 22 },
  { title: 'Price', share: 20, align: 'right' },
];

/** A brand's menu on paper, at the prices and with the stock the caller's own menu shows. NOT_FOUND. */
export const printMenu: Verb<typeof contract.menuPdf> = async (ctx, { params: { id }, body }) => {
  const [brand, menu] = [await readBrand(ctx, eq(brands.id, id)), await readMenu(ctx, id, body)];
  const day = dayOf(ctx.now, ctx.timeZone);
  const { files } = ctx.services;
  const buyer = body.buyerLicenseId === undefined ? null : await nameOf(ctx, body.buyerLicenseId);
  const text = drawPdf(
    { title: `${brand.name} menu`, author: brand.orgName },
    [brand],
    async (paper) => {
      await paper.heading('Menu', {
        picture: await readPicture(files, brand.profileImageUri, LOGO_PX),
        lines: [brand.name, brand.tagline, `Sold by ${brand.orgName}`].filter((line) => line !== ''),
      });
      await paper.facts([
        [['Prices as of', shortDay(day)]],
        [['Prices for', buyer ?? 'Regular prices']],
        [['Products', String(menu.products.length)]],
      ]);
      for (const group of groupByLine(menu.products, menu.productLines)) {
        paper.section(group.name);
        const pictures = new Map<number, Buffer | null>();
        for (const { id: productId, images } of group.products)
          pictures.set(productId, await readPicture(files, images[0]?.imageUri ?? null, PICTURE_PX));
        await paper.table(
          COLUMNS,
          group.products.map((product) => rowOf(product, pictures.get(product.id) ?? null)),
        );
      }
      if (menu.products.length === 0) await paper.note('Nothing for sale right now', 'Ask the seller about new stock.');
      return { footer: `${brand.name} menu, ${shortDay(day)} (${zoneTime(ctx.timeZone)})` };
    },
    ctx.gone,
  );
  return { name: menuFileName(day), text };
};

function rowOf(product: MenuProduct, picture: Buffer | null): Cell[] {
  const { name, sku, category, strain, price, minimumOrder, sellInUnitOfMeasure } = product;
  const isLower = compare(price.unitPrice, price.wholesalePrice) < 0;
  return [
    {
      text: name,
      picture,
      below: [
        [sku, category, strain?.name].filter(Boolean).join(' · '),
        minimumOrder !== null && compare(minimumOrder, 1) > 0
          ? `Minimum ${describeQuantity(minimumOrder, sellInUnitOfMeasure)}`
          : '',
      ].filter((line) => line !== ''),
    },
    stockOf(product),
    {
      text: formatUsd(price.unitPrice),
      strong: true,
      below: [
        describeUnits(product, price.unitPrice),
        ...(isLower ? [`Wholesale ${formatUsd(price.wholesalePrice)}`] : []),
        ...(price.why.kind === 'wholesale' ? [] : [describePrice(price.why, 'buyer')]),
      ],
    },
  ];
}

function stockOf(product: MenuProduct): string {
  const isBackorder = product.listingState === 'BACKORDER';
  if (isBackorder) return 'Backorder';
  if (product.listingState === 'UNAVAILABLE') return 'Unavailable';
  return checkQuantity({ product, quantity: '1', inCart: '0', isBackorder }).hint ?? 'In stock';
}

/** The business and license that prices are for; the menu was read for it, so the caller may buy for it. */
async function nameOf({ db }: Ctx, buyerLicenseId: number): Promise<string> {
  const [found] = await db
    .select({ license: licenses })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .where(eq(buyerLicenses.id, buyerLicenseId));
  if (found === undefined) return '';
  const { dba, name, licenseNumber, usState } = found.license;
  return `${dba || name}, ${licenseDisplayName({ licenseNumber, state: { ansiAbbrevation: usState } })}`;
}

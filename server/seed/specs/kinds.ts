import type { Category, Unit } from '../../../domain/catalogue/vocabulary';
import type { Art } from '../pictures/pictures';

export type Kind = {
  category: Category;
  art: Art;
  unitOfMeasure: Unit;
  sellIn: Unit;
  /** Base units per case; 1 if sold by the unit. */
  perCase: number;
  /** Whole dollars per unit of sale, lowest to highest. */
  price: readonly [number, number];
  /** Prices end in this many cents. */
  cents: number;
  /** Typical order quantities, in hundredths of the unit of sale: least, most and step. */
  order: readonly [number, number, number];
  /** One stock delivery, in base units. */
  batch: number;
  minimumOrder: string | null;
  /** Named after a strain, otherwise after one of the line's flavors. */
  byStrain: boolean;
  /** What follows the strain or flavor in the product's name. */
  suffix: string;
  skuCode: string;
  describe(named: string, taste: string): string;
};

const cases = { unitOfMeasure: 'Unit', sellIn: 'Case', order: [100, 800, 100], minimumOrder: null, cents: 0 } as const;
const pounds = { unitOfMeasure: 'Pound', sellIn: 'Pound', perCase: 1, byStrain: true, cents: 0 } as const;
const each = { unitOfMeasure: 'Unit', sellIn: 'Unit', perCase: 1 } as const;

export const KINDS = {
  eighth: {
    ...cases,
    category: 'Buds (prepackaged)',
    art: 'jar',
    perCase: 32,
    price: [352, 544],
    batch: 1600,
    byStrain: true,
    suffix: '3.5g Jar',
    skuCode: 'E35',
    describe: (named, taste) =>
      `Hand-trimmed ${named} flower, slow-cured and packed in child-resistant glass. Notes of ${taste}. 32 jars of 3.5 g to a case.`,
  },
  smalls: {
    ...cases,
    category: 'Buds (prepackaged)',
    art: 'bag',
    perCase: 16,
    price: [384, 608],
    batch: 640,
    byStrain: true,
    suffix: 'Smalls 14g',
    skuCode: 'S14',
    describe: (named, taste) =>
      `Small ${named} buds with the same cure as our jars, at a lower price. Notes of ${taste}. 16 pouches of 14 g to a case.`,
  },
  preroll: {
    ...cases,
    category: 'Pre-Roll',
    art: 'preroll',
    perCase: 50,
    price: [150, 260],
    batch: 2500,
    byStrain: true,
    suffix: 'Pre-Roll 1g',
    skuCode: 'P10',
    describe: (named, taste) =>
      `Whole-flower ${named}, no trim, in an unbleached cone that burns evenly. Notes of ${taste}. 50 tubes of 1 g to a case.`,
  },
  prerollPack: {
    ...cases,
    category: 'Pre-Roll',
    art: 'pack',
    perCase: 20,
    price: [220, 320],
    batch: 800,
    byStrain: true,
    suffix: 'Mini Pre-Rolls 5 x 0.5g',
    skuCode: 'P55',
    describe: (named, taste) => `Five half-gram ${named} minis in a pocket tin. Notes of ${taste}. 20 tins to a case.`,
  },
  vape: {
    ...cases,
    category: 'Vape Cartridge (each)',
    art: 'vape',
    perCase: 24,
    price: [288, 432],
    batch: 960,
    byStrain: true,
    suffix: 'Cartridge 0.5g',
    skuCode: 'V05',
    describe: (named, taste) =>
      `${named} oil with its own terpenes and nothing added, in a ceramic 510 cartridge. Tastes of ${taste}. 24 cartridges of 0.5 g to a case.`,
  },
  bulkFlower: {
    ...pounds,
    category: 'Buds',
    art: 'flower',
    price: [650, 1400],
    order: [50, 1200, 25],
    batch: 90,
    minimumOrder: '0.5',
    suffix: 'Bulk Flower',
    skuCode: 'BLK',
    describe: (named, taste) =>
      `Indoor ${named} by the pound, sold down to the quarter. Machine-trimmed, hand-finished, tested by batch. Notes of ${taste}.`,
  },
  trim: {
    ...pounds,
    category: 'Shake/Trim',
    art: 'trim',
    price: [90, 190],
    order: [200, 3000, 50],
    batch: 160,
    minimumOrder: '1',
    suffix: 'Sugar Trim',
    skuCode: 'TRM',
    describe: (named, taste) =>
      `Frosty ${named} sugar leaf for extraction, no stems or fan leaves. Notes of ${taste}. Sold by the pound.`,
  },
  gummies: {
    ...each,
    category: 'Infused Edible (each)',
    art: 'gummies',
    price: [6, 10],
    cents: 50,
    order: [2400, 24000, 1200],
    batch: 3000,
    minimumOrder: '12',
    byStrain: false,
    suffix: 'Gummies 100mg',
    skuCode: 'GUM',
    describe: (named) =>
      `Ten ${named.toLowerCase()} gummies of 10 mg each, set with pectin and real fruit. Vegan, and the same dose in every piece.`,
  },
  chocolate: {
    ...each,
    category: 'Infused Edible (each)',
    art: 'chocolate',
    price: [8, 13],
    cents: 25,
    order: [1200, 14400, 1200],
    batch: 1800,
    minimumOrder: '12',
    byStrain: false,
    suffix: 'Chocolate Bar 100mg',
    skuCode: 'CHO',
    describe: (named) =>
      `${named} chocolate scored into 20 squares of 5 mg each. Single-origin cacao, tempered in small batches.`,
  },
  drink: {
    ...each,
    category: 'Infused Liquid (each)',
    art: 'drink',
    price: [4, 6],
    cents: 75,
    order: [2400, 19200, 2400],
    batch: 2400,
    minimumOrder: '24',
    byStrain: false,
    suffix: 'Sparkling Drink 10mg',
    skuCode: 'DRK',
    describe: (named) =>
      `Sparkling ${named.toLowerCase()} in a 12 oz can with 10 mg of fast-acting emulsion. Lightly sweet, 25 calories.`,
  },
  tincture: {
    ...each,
    category: 'Infused Liquid (each)',
    art: 'tincture',
    price: [14, 26],
    cents: 0,
    order: [600, 6000, 600],
    batch: 900,
    minimumOrder: '6',
    byStrain: false,
    suffix: 'Tincture 30ml',
    skuCode: 'TIN',
    describe: (named) =>
      `${named} drops in organic coconut oil, 30 ml with a marked dropper. Tested for strength and purity by batch.`,
  },
  concentrate: {
    ...each,
    category: 'Concentrate (each)',
    art: 'concentrate',
    price: [11, 27],
    cents: 0,
    order: [1000, 12000, 500],
    batch: 1200,
    minimumOrder: '10',
    byStrain: true,
    suffix: 'Live Resin 1g',
    skuCode: 'LRS',
    describe: (named, taste) =>
      `Fresh-frozen ${named}, extracted cold to keep the terpenes. Notes of ${taste}. 1 g in a glass jar.`,
  },
  clone: {
    ...each,
    category: 'Immature Plants',
    art: 'plant',
    price: [8, 16],
    cents: 0,
    order: [2000, 20000, 1000],
    batch: 1500,
    minimumOrder: '10',
    byStrain: true,
    suffix: 'Rooted Clone',
    skuCode: 'CLN',
    describe: (named, taste) =>
      `Rooted ${named} clone in a 2-inch cube, ready to transplant. Mother tested HLVd-free. Notes of ${taste}.`,
  },
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

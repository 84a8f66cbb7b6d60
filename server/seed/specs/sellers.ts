import type { CompanyType, PlanType } from '../../../domain/access/vocabulary';
import type { KindName } from './kinds';

export type LineSpec = { name: string; kind: KindName; flavours?: readonly string[] };
export type BrandSpec = {
  name: string;
  slug: string;
  tagline: string;
  description: string;
  featured: boolean;
  hemp?: true;
  lines: readonly LineSpec[];
};
export type LicenseSpec = {
  number: string;
  type: CompanyType;
  street: string;
  city: string;
  zip: string;
  area: string;
};
export type CompanySpec = {
  name: string;
  type: CompanyType;
  state: string;
  license: LicenseSpec;
  /** How many products it lists, of which brands (by slug). */
  products: number;
  brands: readonly string[];
  customers: number;
  zones: readonly string[];
  /** Its link with the wholesale marketplace is severed: its prices are set here, though its orders still come from there. */
  isSevered?: true;
};
export type SellerSpec = {
  key: string;
  name: string;
  plan: PlanType;
  defaultState: string;
  flags: readonly string[];
  /** Its share of all orders. */
  orders: number;
  brands: readonly BrandSpec[];
  companies: readonly CompanySpec[];
  founder: string;
};

const GUMMY_FLAVOURS = ['Blood Orange', 'Huckleberry', 'Meyer Lemon', 'Watermelon', 'Sour Cherry', 'Peach', 'Guava'];
const BARS = ['Dark 70%', 'Milk', 'Sea Salt Caramel', 'Hazelnut', 'Orange Zest', 'Mint', 'Cookies & Cream'];
const DRINKS = ['Grapefruit', 'Lemon Ginger', 'Blackberry', 'Cucumber Lime', 'Mango', 'Hibiscus'];
const DROPS = ['Calm 1:1', 'Rest CBN 2:1', 'Relief 4:1', 'Focus CBG', 'Pure CBD', 'Bright THC'];

/** Four sellers of different kinds and plans. */
export const SELLERS: readonly SellerSpec[] = [
  {
    key: 'fernhollow',
    name: 'Fernhollow Farms',
    plan: 'ENTERPRISE',
    defaultState: 'CA',
    flags: ['BROWSE_ORDERS'],
    orders: 46,
    founder: 'Olivia Marsh',
    brands: [
      {
        name: 'Fernhollow',
        slug: 'fernhollow',
        tagline: 'Shade-grown flower from the coast range',
        description:
          'Three greenhouses in the fog belt, living soil and a slow cure. We test every batch twice before packing.',
        featured: true,
        lines: [
          { name: 'Reserve Eighths', kind: 'eighth' },
          { name: 'Everyday Smalls', kind: 'smalls' },
          { name: 'Single Pre-Rolls', kind: 'preroll' },
          { name: 'Mini Tins', kind: 'prerollPack' },
          { name: 'Bulk Flower', kind: 'bulkFlower' },
          { name: 'Trim', kind: 'trim' },
        ],
      },
      {
        name: 'Alpenglow Extracts',
        slug: 'alpenglow-extracts',
        tagline: 'Cold-extracted, strain by strain',
        description:
          'Fresh-frozen within the hour and extracted cold. Live resin and single-strain cartridges that taste like the plant they came from.',
        featured: true,
        lines: [
          { name: 'Live Resin', kind: 'concentrate' },
          { name: 'Half-Gram Cartridges', kind: 'vape' },
        ],
      },
      {
        name: 'Kind Orchard',
        slug: 'kind-orchard',
        tagline: 'Real-fruit edibles in 10 mg doses',
        description:
          'Small-batch edibles made with fruit from growers within a day’s drive. Even doses, short ingredient lists, no artificial color.',
        featured: false,
        lines: [
          { name: 'Orchard Gummies', kind: 'gummies', flavours: GUMMY_FLAVOURS },
          { name: 'Chocolate Bars', kind: 'chocolate', flavours: BARS },
        ],
      },
    ],
    companies: [
      {
        name: 'Fernhollow Farms California',
        type: 'CULTIVATOR',
        state: 'CA',
        license: {
          number: 'CCL18-0000512',
          type: 'CULTIVATOR',
          street: '2140 Hollow Tree Road',
          city: 'Leggett',
          zip: '95585',
          area: '707',
        },
        products: 110,
        brands: ['fernhollow', 'alpenglow-extracts', 'kind-orchard'],
        customers: 48,
        zones: ['North Coast', 'Bay Area', 'Central Valley', 'Los Angeles', 'San Diego'],
        isSevered: true,
      },
      {
        name: 'Fernhollow Colorado',
        type: 'PROCESSOR',
        state: 'CO',
        license: {
          number: '402R-00999',
          type: 'PROCESSOR',
          street: '4801 Race Court',
          city: 'Denver',
          zip: '80216',
          area: '303',
        },
        products: 60,
        brands: ['alpenglow-extracts', 'kind-orchard', 'fernhollow'],
        customers: 26,
        zones: ['Denver Metro', 'Front Range', 'Mountain', 'Western Slope'],
      },
    ],
  },
  {
    key: 'tidemark',
    name: 'Tidemark Distribution',
    plan: 'BASIC',
    defaultState: 'CA',
    flags: ['BROWSE_ORDERS'],
    orders: 28,
    founder: 'Marcus Bell',
    brands: [
      {
        name: 'Night Heron',
        slug: 'night-heron',
        tagline: 'Pre-rolls made fresh in Long Beach',
        description:
          'Whole flower, slow cones and tins that survive a back pocket. Rolled in Long Beach every weekday.',
        featured: true,
        lines: [
          { name: 'Night Singles', kind: 'preroll' },
          { name: 'Night Minis', kind: 'prerollPack' },
          { name: 'Jars', kind: 'eighth' },
        ],
      },
      {
        name: 'Saltwater Sweets',
        slug: 'saltwater-sweets',
        tagline: 'Candy-shop edibles, evenly dosed',
        description: 'Taffy-bright gummies and bars from a kitchen two blocks from the pier.',
        featured: false,
        lines: [
          { name: 'Boardwalk Gummies', kind: 'gummies', flavours: GUMMY_FLAVOURS },
          { name: 'Pier Bars', kind: 'chocolate', flavours: BARS },
          { name: 'Soda Stand', kind: 'drink', flavours: DRINKS },
        ],
      },
      {
        name: 'Current Vapor',
        slug: 'current-vapor',
        tagline: 'Clean oil, steady draw',
        description: 'Strain-specific oil in ceramic hardware that does not leak, clog or rattle.',
        featured: false,
        lines: [
          { name: 'Current Half Grams', kind: 'vape' },
          { name: 'Current Resin', kind: 'concentrate' },
        ],
      },
    ],
    companies: [
      {
        name: 'Tidemark Distribution',
        type: 'DISTRIBUTOR',
        state: 'CA',
        license: {
          number: 'C11-0000217-LIC',
          type: 'DISTRIBUTOR',
          street: '1650 Seabright Avenue',
          city: 'Long Beach',
          zip: '90813',
          area: '562',
        },
        products: 110,
        brands: ['night-heron', 'saltwater-sweets', 'current-vapor'],
        customers: 44,
        zones: ['South Bay', 'Los Angeles', 'Inland Empire', 'Orange County', 'Bay Area'],
      },
    ],
  },
  {
    key: 'millrace',
    name: 'Millrace Commons',
    plan: 'STARTER',
    defaultState: 'OR',
    flags: ['BROWSE_ORDERS'],
    orders: 15,
    founder: 'Hana Lindqvist',
    brands: [
      {
        name: 'Millrace',
        slug: 'millrace',
        tagline: 'A small farm on the McKenzie',
        description: 'Two acres and a crew of six. Sun-grown flower, and clones from ten-year-old mothers.',
        featured: true,
        lines: [
          { name: 'Sungrown Eighths', kind: 'eighth' },
          { name: 'Bulk Sungrown', kind: 'bulkFlower' },
          { name: 'Farm Pre-Rolls', kind: 'preroll' },
          { name: 'Clones', kind: 'clone' },
        ],
      },
      {
        name: 'Ferry Street',
        slug: 'ferry-street',
        tagline: 'Drops and drinks for slow evenings',
        description: 'Tinctures and sparkling drinks made in the old creamery next to the farm.',
        featured: false,
        lines: [
          { name: 'Drops', kind: 'tincture', flavours: DROPS },
          { name: 'Sparkling', kind: 'drink', flavours: DRINKS },
        ],
      },
    ],
    companies: [
      {
        name: 'Millrace Commons',
        type: 'MICROBUSINESS',
        state: 'OR',
        license: {
          number: '050 10011127277',
          type: 'MICROBUSINESS',
          street: '88 Millrace Drive',
          city: 'Springfield',
          zip: '97477',
          area: '541',
        },
        products: 60,
        brands: ['millrace', 'ferry-street'],
        customers: 24,
        zones: ['Willamette Valley', 'Portland', 'Coast', 'Southern Oregon'],
      },
    ],
  },
  {
    key: 'northwater',
    name: 'Northwater Wholesale',
    plan: 'PAYG',
    defaultState: 'MI',
    flags: [],
    orders: 11,
    founder: 'Peter Kowalczyk',
    brands: [
      {
        name: 'Northwater Hemp',
        slug: 'northwater-hemp',
        tagline: 'Great Lakes hemp, from seed to shelf',
        description: 'High-CBD flower and oil from family fields in the Thumb. Simple labels, full COAs.',
        featured: true,
        hemp: true,
        lines: [
          { name: 'Hemp Flower', kind: 'bulkFlower' },
          { name: 'Hemp Pre-Rolls', kind: 'preroll' },
          { name: 'Oil Drops', kind: 'tincture', flavours: DROPS },
        ],
      },
      {
        name: 'Lamplight',
        slug: 'lamplight',
        tagline: 'Everyday value, always in stock',
        description: 'Smalls, single pre-rolls and gummies at the same low price all year.',
        featured: false,
        lines: [
          { name: 'Lamplight Smalls', kind: 'smalls' },
          { name: 'Lamplight Singles', kind: 'preroll' },
          { name: 'Lamplight Gummies', kind: 'gummies', flavours: GUMMY_FLAVOURS },
        ],
      },
    ],
    companies: [
      {
        name: 'Northwater Wholesale',
        type: 'HEMP',
        state: 'MI',
        license: {
          number: 'AU-G-A-000138',
          type: 'WHOLESALER',
          street: '510 Ferry Dock Road',
          city: 'Bay City',
          zip: '48706',
          area: '989',
        },
        products: 60,
        brands: ['northwater-hemp', 'lamplight'],
        customers: 22,
        zones: ['Saginaw Bay', 'Detroit Metro', 'Grand Rapids', 'Up North'],
      },
    ],
  },
];

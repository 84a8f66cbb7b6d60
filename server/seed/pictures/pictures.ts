/** The demo's colors: background, a shape behind the object, the object in three tones, and one accent. */
export const PALETTE_COLORS = {
  lagoon: {
    ground: '#e6f1f3',
    shape: '#cfe5e9',
    main: '#3e8fa3',
    dark: '#21596a',
    light: '#a9d5de',
    accent: '#f0c36d',
  },
  apricot: {
    ground: '#fbf0e3',
    shape: '#f6dfc4',
    main: '#dd8a42',
    dark: '#97521d',
    light: '#f6caa0',
    accent: '#f2c14e',
  },
  orchid: {
    ground: '#f3ecf6',
    shape: '#e4d5eb',
    main: '#8e5ba6',
    dark: '#573370',
    light: '#cfb4dc',
    accent: '#e9b44c',
  },
  pine: { ground: '#e8f1e7', shape: '#d2e4d0', main: '#4f8a5b', dark: '#2a5636', light: '#aed2b2', accent: '#e3b04b' },
} as const;

export type Palette = keyof typeof PALETTE_COLORS;
export type Colors = Record<keyof (typeof PALETTE_COLORS)[Palette], string>;
export const PALETTES = Object.keys(PALETTE_COLORS) as Palette[];

/** What a product's picture shows, whatever its colors. */
export const ARTS = [
  'jar',
  'bag',
  'preroll',
  'pack',
  'vape',
  'flower',
  'trim',
  'gummies',
  'chocolate',
  'drink',
  'tincture',
  'concentrate',
  'plant',
] as const;
export type Art = (typeof ARTS)[number];

/** Brands with their palette and the sign on their logo and cover. */
export const BRAND_MARKS = {
  fernhollow: ['pine', 'fern'],
  'alpenglow-extracts': ['orchid', 'peaks'],
  'kind-orchard': ['apricot', 'fruit'],
  'night-heron': ['lagoon', 'moon'],
  'saltwater-sweets': ['apricot', 'waves'],
  'current-vapor': ['lagoon', 'drop'],
  millrace: ['pine', 'wheel'],
  'ferry-street': ['orchid', 'waves'],
  'northwater-hemp': ['lagoon', 'fern'],
  lamplight: ['apricot', 'sun'],
} as const satisfies Record<string, readonly [Palette, Sign]>;

/** A brand's palette by its slug. */
export const paletteOf = (slug: string): Palette =>
  (BRAND_MARKS as Record<string, readonly [Palette, Sign]>)[slug]?.[0] ?? 'pine';

/** Logos of organizations without a brand. */
export const BUYER_MARKS = {
  harborvine: ['orchid', 'fern'],
  juniper: ['pine', 'fruit'],
  copperline: ['apricot', 'peaks'],
} as const satisfies Record<string, readonly [Palette, Sign]>;
export type Sign = 'fern' | 'peaks' | 'fruit' | 'moon' | 'waves' | 'drop' | 'wheel' | 'sun';

/** People with a picture, by the name in its file: the colors of shirt and ground, skin, hair, and how they wear it. */
export const PORTRAITS = {
  olivia: ['pine', '#e8b890', '#5a3a22', 'long'],
  devon: ['lagoon', '#8a5a3c', '#1f1713', 'short'],
  priya: ['orchid', '#b97f55', '#241a17', 'bun'],
  teresa: ['apricot', '#e3b48c', '#2a2220', 'bob'],
  jasmine: ['pine', '#7a4d33', '#1d1512', 'curls'],
  marcus: ['lagoon', '#6e4630', '#191310', 'short'],
  lucia: ['orchid', '#edc4a1', '#7b4a25', 'long'],
  morgan: ['apricot', '#d9a679', '#8f6a3c', 'bob'],
  hana: ['pine', '#f1cfb2', '#d9b36a', 'bun'],
  elena: ['apricot', '#d39b6f', '#33231b', 'long'],
  nathan: ['lagoon', '#efc7a4', '#a2622f', 'short'],
  samuel: ['orchid', '#5f3b28', '#15100e', 'short'],
} as const satisfies Record<string, readonly [Palette, string, string, Hair]>;
export type Hair = 'long' | 'short' | 'bun' | 'bob' | 'curls';

/** The pictures' addresses. */
const pictureUri = (name: string) => `/pictures/${name}.svg`;
export const productPicture = (art: Art, palette: Palette) => pictureUri(`${art}-${palette}`);
export const markPicture = (name: string) => pictureUri(`mark-${name}`);
/** A person's portrait by their first name; null for those who show their initials. */
export function portraitPicture(firstName: string): string | null {
  const name = firstName.toLowerCase();
  return name in PORTRAITS ? pictureUri(`portrait-${name}`) : null;
}
export const coverPicture = (name: string) => pictureUri(`cover-${name}`);

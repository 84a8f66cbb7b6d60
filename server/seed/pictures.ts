export const PALETTES = ['lagoon', 'apricot', 'orchid', 'pine'] as const;
export type Palette = (typeof PALETTES)[number];
export type Art =
  | 'jar'
  | 'bag'
  | 'preroll'
  | 'pack'
  | 'vape'
  | 'flower'
  | 'trim'
  | 'gummies'
  | 'chocolate'
  | 'drink'
  | 'tincture'
  | 'concentrate'
  | 'plant';

/** Addresses of the demo's pictures, as the pages ask for them. */
export const pictureUri = (name: string) => `/pictures/${name}.svg`;

import type { StrainType } from '../../../domain/catalogue/vocabulary';
import type { Palette } from '../pictures/pictures';

export type Strain = {
  name: string;
  classification: StrainType;
  /** Its packaging's colors. */
  palette: Palette;
  aroma: string;
  effect: string;
};

const strain = (name: string, classification: StrainType, palette: Palette, aroma: string, effect: string): Strain => ({
  name,
  classification,
  palette,
  aroma,
  effect,
});

/** Strains growers and buyers know, best sellers first. */
export const STRAINS: readonly Strain[] = [
  strain('Blue Dream', 'SATIVA_HYBRID', 'lagoon', 'blueberry, cedar and sweet haze', 'clear-headed and easygoing'),
  strain(
    'Wedding Cake',
    'INDICA_HYBRID',
    'apricot',
    'vanilla frosting over black pepper',
    'relaxed with a bright start',
  ),
  strain('Gelato', 'HYBRID', 'orchid', 'sweet cream, berry and citrus peel', 'balanced and sociable'),
  strain('OG Kush', 'HYBRID', 'pine', 'pine resin, lemon and diesel', 'heavy-bodied and calm'),
  strain('Girl Scout Cookies', 'HYBRID', 'apricot', 'mint, brown sugar and earth', 'warm and long-lasting'),
  strain('Sour Diesel', 'SATIVA', 'pine', 'fuel, grapefruit and herbs', 'fast and energetic'),
  strain('Granddaddy Purple', 'INDICA', 'orchid', 'grape, plum and lavender', 'sleepy and unwinding'),
  strain('Jack Herer', 'SATIVA', 'lagoon', 'pine, pepper and fresh-cut wood', 'focused and creative'),
  strain('Zkittlez', 'INDICA', 'orchid', 'ripe tropical fruit and lime zest', 'mellow and cheerful'),
  strain('Durban Poison', 'SATIVA', 'pine', 'anise, sweet earth and citrus', 'crisp and daytime-friendly'),
  strain('Northern Lights', 'INDICA', 'lagoon', 'sweet spice and pine', 'quiet and restful'),
  strain('Pineapple Express', 'SATIVA_HYBRID', 'apricot', 'pineapple, cedar and fresh apple', 'lively and talkative'),
  strain('Mimosa', 'SATIVA_HYBRID', 'apricot', 'orange peel, berry and cream', 'sunny and light'),
  strain('Gorilla Glue', 'INDICA_HYBRID', 'pine', 'fresh earth, chocolate and diesel', 'deeply relaxed'),
  strain('Runtz', 'HYBRID', 'orchid', 'candied fruit and tart cherry', 'happy and steady'),
  strain('Tangie', 'SATIVA', 'apricot', 'tangerine and sweet herbs', 'upbeat and bright'),
  strain('Ice Cream Cake', 'INDICA', 'lagoon', 'vanilla, sugar and toasted nuts', 'slow and soothing'),
  strain('Harlequin', 'CBD_21', 'pine', 'mango, musk and fresh earth', 'gentle and clear'),
  strain('Cannatonic', 'CBD_11', 'lagoon', 'citrus, earth and a trace of pepper', 'even and soft'),
  strain('ACDC', 'HIGH_CBD', 'lagoon', 'pine, earth and cherry', 'barely there and calm'),
];

/** A hemp grower's strains. */
export const HEMP_STRAINS: readonly Strain[] = [
  strain('Lifter', 'HIGH_CBD', 'pine', 'lemon, funk and sweet hay', 'awake and easy'),
  strain('Sour Space Candy', 'HIGH_CBD', 'orchid', 'sour apple and spice', 'light and steady'),
  strain('Special Sauce', 'HIGH_CBD', 'apricot', 'berry jam and earth', 'calm and settled'),
  strain('Suver Haze', 'HIGH_CBD', 'lagoon', 'pepper, pine and citrus', 'clear and restful'),
  strain('Hawaiian Haze', 'HIGH_CBD', 'apricot', 'pineapple and flowers', 'sunny and relaxed'),
  strain('Cannatonic', 'CBD_11', 'lagoon', 'citrus, earth and a trace of pepper', 'even and soft'),
];

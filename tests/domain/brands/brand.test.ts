import { describe, expect, it } from 'vitest';
import { BrandEdit, disablingSays, inSourceOrder, slugOf, whyNotReleased } from '../../../domain/brands/brand';
import { BrandSuggestionDraft } from '../../../domain/brands/suggestion';
import { parseListingSlug } from '../../../domain/directory/slug';

describe('a brand', () => {
  it('is listed after its source, own first, then by name', () => {
    const of = (id: number, name: string, source: 'VERDANT' | 'WHOLESALE_MARKETPLACE') => ({ id, name, source });
    const listed = inSourceOrder([
      of(1, 'Alder', 'WHOLESALE_MARKETPLACE'),
      of(2, 'moss', 'VERDANT'),
      of(3, 'Fern', 'VERDANT'),
    ]);
    expect(listed.map(({ id }) => id)).toEqual([3, 2, 1]);
  });

  it.each([
    ['Night Heron', 'night-heron'],
    ['  Café & Sons’ ', 'cafe-sons'],
    ['420', 'brand-420'],
    ['大麻', 'brand'],
  ])('named %j gets the address %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it('with products can’t be given up, and says how many and what to do', () => {
    expect(whyNotReleased({ products: 0 }, 'Fern')).toBeNull();
    expect(whyNotReleased({ products: 1 }, 'Fern')).toBe(
      'Fern still has 1 product. Archive it first, or disable the brand to hide it from buyers.',
    );
    expect(whyNotReleased({ products: 1200 }, 'Fern')).toContain('1,200 products. Archive them first');
  });

  it('says what disabling it hides and what it leaves', () => {
    expect(disablingSays({ products: 3, listedProducts: 2, openOrders: 1 }, 'Fern')).toEqual([
      'Buyers will no longer see Fern and its 2 products, and can’t check out carts with them.',
      '1 open order with its products won’t change.',
      'You can enable it again.',
    ]);
    expect(disablingSays({ products: 0, listedProducts: 0, openOrders: 0 }, 'Fern')).toHaveLength(2);
  });

  it('keeps each of its states once, in order, and refuses an unknown one', () => {
    expect(BrandEdit.parse({ states: ['OR', 'CA', 'OR'], version: 0 }).states).toEqual(['CA', 'OR']);
    expect(BrandEdit.safeParse({ states: ['XX'], version: 0 }).success).toBe(false);
  });
});

describe('a suggested brand', () => {
  const draft = { suggestedName: 'Fern', suggestedStates: ['CA'] };

  it('needs a name and a state', () => {
    const { error } = BrandSuggestionDraft.safeParse({ suggestedName: ' ', suggestedStates: [] });
    expect(error?.issues.map(({ message }) => message)).toEqual(['Name is required', 'Choose at least one state']);
  });

  it('is claimed or offered to its owner, not both', () => {
    expect(BrandSuggestionDraft.safeParse({ ...draft, autoClaim: true }).success).toBe(true);
    expect(BrandSuggestionDraft.safeParse({ ...draft, invitedEmail: 'a@b.example' }).success).toBe(true);
    expect(BrandSuggestionDraft.safeParse({ ...draft, invitedEmail: 'nobody' }).success).toBe(false);
    expect(BrandSuggestionDraft.safeParse({ ...draft, autoClaim: true, invitedEmail: 'a@b.example' }).success).toBe(
      false,
    );
  });
});

it.each([
  ['brand-12-night-heron', { type: 'brand', id: 12 }],
  ['org-3', { type: 'org', id: 3 }],
  ['LICENSE-7', { type: 'license', id: 7 }],
  ['user-3', null],
  ['user-5EED0000-0000-4000-8000-000000000001', { type: 'user', id: '5eed0000-0000-4000-8000-000000000001' }],
  ['brand-', null],
  ['brand-0', null],
  ['12', null],
])('the listing address %j means %j', (address, found) => {
  expect(parseListingSlug(address)).toEqual(found);
});

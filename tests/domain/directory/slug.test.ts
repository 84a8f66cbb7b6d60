import { describe, expect, test } from 'vitest';
import { listingSlug, parseListingSlug } from '../../../domain/directory/slug';

const PERSON = '5eed0000-0000-4000-8000-000000000002';

describe('a listing’s address', () => {
  test.each([
    [{ directoryListingType: 'license', id: 7, slug: null }, 'license-7'],
    [{ directoryListingType: 'org', id: 12 }, 'org-12'],
    [{ directoryListingType: 'brand', id: 3, slug: 'night-heron' }, 'brand-3-night-heron'],
    [{ directoryListingType: 'brand', id: 3, slug: null }, 'brand-3'],
    [{ directoryListingType: 'user', id: PERSON.toUpperCase() }, `user-${PERSON}`],
  ] as const)('of %j is %s, and is read as the same', (listing, slug) => {
    expect(listingSlug(listing)).toBe(slug);
    const { directoryListingType: type, id } = listing;
    expect(parseListingSlug(slug)).toEqual({ type, id: typeof id === 'string' ? id.toLowerCase() : id });
  });

  test.each(['brand-', 'brand-0', 'package-1', 'user-1', '7', ''])('is none of %j', (slug) => {
    expect(parseListingSlug(slug)).toBeNull();
  });
});

import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { MOST_LISTINGS } from '../../../domain/directory/best-match';
import { directory as calls } from '../../../domain/directory/contract';
import type { Listing } from '../../../domain/directory/listing';
import { DIRECTORY_SORTS, type DirectorySort } from '../../../domain/directory/sorts';
import { directory } from '../../../src/directory';
import { openAt, world } from '../support/app';
import { refusal, reply } from '../support/platform';

const PAGE = 50;
const results = page.getByRole('list', { name: 'Results' });
const asked = () => world.net.sent.filter(({ path }) => path === calls.search.path);

const listing = (id: number): Listing => ({
  id,
  directoryListingType: 'brand',
  name: `Lantern ${id}`,
  slug: `lantern-${id}`,
  imageUri: null,
  tagline: '',
  states: ['CA'],
  productCount: 0,
  why: 'name begins',
  license: null,
  org: { id: 9, name: 'Lantern Holdings', profileImageUri: null },
});

/** A platform that finds so many brands, and answers with the last of each page alone; a page that `fails` says is refused. */
function finds(count: number, fails: (at: number) => boolean = () => false) {
  world.net.on(calls.search, ({ search }) => {
    const at = Number(new URLSearchParams(search).get('page') ?? 0);
    if (fails(at)) return refusal(400, 'BAD_INPUT', 'This search is not possible.');
    const left = Math.max(0, Math.min(count, MOST_LISTINGS) - at * PAGE);
    const shown = left === 0 ? [] : [listing(at * PAGE + Math.min(PAGE, left))];
    return reply(calls.search, { results: shown, resultCount: Math.min(count, MOST_LISTINGS + 1), page: at });
  });
}

const more = page.getByRole('button', { name: 'Show more' });

/** Scrolls to the end of what is shown, again and again, until this is the last. */
async function toTheEnd(last: number) {
  await expect
    .poll(
      () => {
        more.query()?.scrollIntoView();
        return results.query()?.lastElementChild?.textContent;
      },
      { interval: 50 },
    )
    .toContain(`Lantern ${last}Brand`);
}

it('appends what is found up to its limit, and says that there is more', async () => {
  finds(5_000);
  await openAt('/directory?searchTerm=lantern', [directory]);
  await expect.element(page.getByText('More than 1,000 listings')).toBeVisible();
  await toTheEnd(MOST_LISTINGS);
  await expect.element(page.getByText('These are the first 1,000. Search or filter to narrow them.')).toBeVisible();
  expect(new Set(asked().map(({ search }) => search)).size).toBe(MOST_LISTINGS / PAGE);
});

it('counts what is fewer, and says nothing of a limit', async () => {
  finds(60);
  await openAt('/directory?searchTerm=lantern', [directory]);
  await expect.element(page.getByText('60 listings')).toBeVisible();
  await toTheEnd(60);
  expect(page.getByText('These are the first').query()).toBeNull();
});

it('keeps what is there when more can’t be had, and asks again when told to', async () => {
  let isDown = true;
  finds(60, (at) => isDown && at === 1);
  await openAt('/directory?searchTerm=lantern', [directory]);
  await toTheEnd(PAGE);
  await expect.element(page.getByText('This search is not possible.')).toBeVisible();
  isDown = false;
  await more.click();
  await toTheEnd(60);
});

it('offers the best match before the fields it sorts by, and filters by license types and states', async () => {
  finds(1);
  const fields = Object.entries(DIRECTORY_SORTS).map(([key, displayName]) => ({
    key: key as DirectorySort,
    displayName,
  }));
  world.net.on(calls.sortableFields, () => reply(calls.sortableFields, fields));
  await openAt('/directory?searchTerm=lantern', [directory]);
  const sorts = page.getByLabelText('Sort by');
  await expect
    .poll(() => [...(sorts.element() as HTMLSelectElement).options].map(({ text }) => text))
    .toEqual(['Best Match', 'Name', 'City', 'License number', 'Last checked']);
  const filters = page.getByRole('form', { name: 'Filters' });
  for (const name of ['License Types', 'States'])
    await expect.element(filters.getByRole('group', { name })).toBeVisible();
  for (const name of ['Cancel', 'Apply']) await expect.element(filters.getByRole('button', { name })).toBeVisible();
});

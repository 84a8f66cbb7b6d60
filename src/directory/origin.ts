import { useLocation, useSearchParams } from 'react-router';
import { listingSlug } from '../../domain/directory/slug';
import type { Crumb } from '../ui/PageFrame';

/** From where a listing is opened, as its address says. */
const ORIGINS = {
  lists: { label: 'Lists', to: '/directory/lists' },
  search: { label: 'Directory', to: '/directory' },
  featured: { label: 'Directory', to: '/directory' },
  inventory: { label: 'Inventory', to: '/inventory' },
  watched: { label: 'Watched licenses', to: '/directory/watched' },
  org: { label: 'Organization', to: '/directory' },
} as const;
export type Origin = keyof typeof ORIGINS;

type Addressed = Parameters<typeof listingSlug>[0];
/** The page to go back to, where it isn't the origin's own. */
type Left = { back: Crumb };

/** A listing's page, opened from another one. */
export const listingLink = (
  listing: Addressed,
  from: Origin,
  back?: Crumb,
): { to: string; state: Left | undefined } => ({
  to: `/directory/${listingSlug(listing)}?from=${from}`,
  state: back && { back },
});

/** The way back to where the listing was opened; none without a known origin. */
export function useOrigin(): readonly Crumb[] {
  const from = useSearchParams()[0].get('from') ?? '';
  const state = useLocation().state as Left | null;
  if (!Object.hasOwn(ORIGINS, from)) return [];
  return [state?.back ?? ORIGINS[from as Origin]];
}

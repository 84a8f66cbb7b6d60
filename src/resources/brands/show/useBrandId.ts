import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { brands } from '../resource';

/** The id of the brand that a page's address names, by its slug or, as it used to be, by its id; null for no brand of the reader's. */
export function useBrandId(address: string): number | null | undefined {
  const isId = /^[1-9]\d{0,14}$/.test(address);
  const known = useSession().organization?.brands.find(({ slug }) => slug === address)?.id;
  // A brand claimed a moment ago isn't in the session yet.
  const { result, query } = useResourceList(brands, { enabled: !isId && known === undefined });
  if (isId) return Number(address);
  if (known !== undefined) return known;
  const listed = result.data.find(({ slug }) => slug === address)?.id;
  return listed ?? (query.isLoading ? undefined : null);
}

import { Link } from 'react-router';
import { itemRules as calls } from '../../../../domain/inventory/items/held-items-contract';
import type { ItemRule } from '../../../../domain/inventory/items/item-rule';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';

type SuggestedProps = { usState: string; rules: readonly ItemRule[] | undefined };

/** Brands whose names are in the names of items without a brand, and that no rule assigns yet. */
export function SuggestedRules({ usState, rules }: SuggestedProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const mayAdd = useCan().can(calls.create.requires);
  const { data = [] } = useCallQuery(
    calls.recommendedBrands,
    { query: { orgId, usState } },
    { topics: ['packages', 'products'], enabled: mayAdd },
  );
  const isRuled = (name: string) =>
    rules?.some(({ searchText }) => name.toLowerCase().includes(searchText.toLowerCase()));
  const offered = data.filter(({ name }) => !isRuled(name));
  if (rules === undefined || offered.length === 0) return null;
  return (
    <Panel title="Suggested">
      <ul>
        {offered.map(({ id, name, items }) => (
          <li key={id}>
            {counted(items, 'item')} without a brand {items === 1 ? 'has' : 'have'} “{name}” in the name.{' '}
            <Link to={`/inventory/brands/rules?new=&brandId=${id}&searchText=${encodeURIComponent(name)}`}>
              Add a rule for {name}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

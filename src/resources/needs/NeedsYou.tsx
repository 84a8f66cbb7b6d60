import { Link } from 'react-router';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { formatNumber } from '../../../domain/money';
import { needs as calls } from '../../../domain/needs/contract';
import { NEEDS, type NeedId } from '../../../domain/needs/needs';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import css from './needs.module.css';

type Counts = CallOutput<typeof calls.count>;

/** Where each need's list is, and what follows its count. */
const LISTS: Record<NeedId, { path: string; one: string; many: string; isUrgent?: true }> = {
  toAccept: { path: '/orders', one: 'order to accept', many: 'orders to accept' },
  late: { path: '/orders', one: 'late payment', many: 'late payments', isUrgent: true },
  lowStock: { path: '/inventory/products', one: 'product low on stock', many: 'products low on stock' },
  expiring: { path: '/network/licenses', one: 'license expires soon', many: 'licenses expire soon', isUrgent: true },
  differences: { path: '/inventory/reconciliation', one: 'stock difference', many: 'stock differences' },
};

const TOPICS = ['orders', 'products', 'packages', 'organization'] as const;
const FRESH_MS = 60_000;

/** What waits for a seller's people, each with a link to the list that holds just that. Its place is kept while it loads. */
export function NeedsYou() {
  const { scope } = useSession();
  const query = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? undefined };
  const { data, error } = useCallQuery(calls.count, { query }, { topics: TOPICS, staleTime: FRESH_MS });
  if (error && !data) return null;
  return (
    <nav className={css.needs} aria-label="What needs you" aria-busy={!data}>
      <h2>What needs you</h2>
      {data && <Needs counts={data} />}
    </nav>
  );
}

function Needs({ counts }: { counts: Counts }) {
  const waiting = (Object.keys(NEEDS) as NeedId[]).filter((id) => (counts[id] ?? 0) > 0);
  if (waiting.length === 0) return <p className="muted">Nothing right now.</p>;
  return (
    <ul>
      {waiting.map((id) => {
        const { path, one, many, isUrgent } = LISTS[id];
        const count = counts[id] ?? 0;
        return (
          <li key={id}>
            <Link to={{ pathname: path, search: `${new URLSearchParams(NEEDS[id].filters)}` }} data-urgent={isUrgent}>
              <b>{formatNumber(count)}</b> {count === 1 ? one : many}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

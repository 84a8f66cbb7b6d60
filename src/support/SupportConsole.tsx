import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { PLAN_LABELS } from '../../domain/access/vocabulary';
import type { SupportedOrganization, SupportedUser } from '../../domain/support/contract';
import { QueryState } from '../kit/form/QueryState';
import { useResourceList } from '../providers/refine/use-resource';
import { useSession } from '../providers/session';
import { isOffered } from '../providers/settings';
import { Button } from '../ui/Button';
import { TextInput } from '../ui/Field';
import { useDebounced } from '../ui/hooks';
import { PageFrame } from '../ui/PageFrame';
import { Pill } from '../ui/Pill';
import { Skeleton } from '../ui/states';
import { useAddressText } from '../ui/useAddressText';
import { PlanDialog } from './PlanDialog';
import { ReasonDialog } from './ReasonDialog';
import { supportedUsers } from './resource';
import css from './SupportConsole.module.css';

const PAGE_SIZE = 25;

/** Finds people by name, email or organization, for support staff to act for. */
export default function SupportConsole() {
  const [parameters, setParameters] = useSearchParams();
  const [chosen, setChosen] = useState<SupportedUser | null>(null);
  const [planned, setPlanned] = useState<SupportedOrganization | null>(null);
  const [search, find] = useAddressText('q');
  const page = Math.max(0, Number(parameters.get('page') ?? 1) - 1) || 0;
  const searchTerm = useDebounced(search.trim());
  const { query: found } = useResourceList(supportedUsers, { page, filters: { searchTerm }, keepsPrevious: true });
  const total = found.data?.total ?? 0;
  const goTo = (next: number) => setParameters({ ...(search ? { q: search } : {}), page: String(next + 1) });

  return (
    <PageFrame title="Support console" busy={found.isFetching && found.data !== undefined}>
      <TextInput
        type="search"
        className={css.search}
        aria-label="Find people by name, email or organization"
        placeholder="Name, email or organization"
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={({ target }) => find(target.value)}
      />
      <QueryState
        query={found}
        skeleton={<Skeleton height="320px" />}
        empty={{
          icon: 'search',
          title: 'No matches',
          hint: 'Try part of a name, email or organization.',
        }}
      >
        {({ data }) => (
          <ul className={css.people} aria-label="People">
            {data.map((user) => (
              <Person key={user.id} user={user} onChoose={() => setChosen(user)} onPlan={setPlanned} />
            ))}
          </ul>
        )}
      </QueryState>
      {total > PAGE_SIZE && (
        <nav className={css.pages} aria-label="Pages">
          <Button icon="chevronLeft" disabled={page === 0} onClick={() => goTo(page - 1)}>
            Previous
          </Button>
          <span>
            {page * PAGE_SIZE + 1} to {Math.min(total, (page + 1) * PAGE_SIZE)} of {total}
          </span>
          <Button disabled={(page + 1) * PAGE_SIZE >= total} onClick={() => goTo(page + 1)}>
            Next
          </Button>
        </nav>
      )}
      {chosen && <ReasonDialog user={chosen} onClose={() => setChosen(null)} />}
      {planned && <PlanDialog org={planned} onChanged={() => void found.refetch()} onClose={() => setPlanned(null)} />}
    </PageFrame>
  );
}

type PersonProps = { user: SupportedUser; onChoose: () => void; onPlan: (org: SupportedOrganization) => void };

function Person({ user, onChoose, onPlan }: PersonProps) {
  const self = useSession().user.id === user.id;
  const name = `${user.firstName} ${user.lastName}`.trim() || user.email;
  const whyNot = self ? 'This is you.' : user.isSupport ? 'You can’t act for other support staff.' : null;
  return (
    <li>
      <div className={css.person}>
        <p>
          <strong>{name}</strong> {user.isSupport && <Pill tone="info">Support</Pill>}
        </p>
        <p className="muted">{user.email}</p>
        {isOffered('usage') && (
          <p>
            <Link to={`/support/recordings?userId=${user.id}`}>
              Recordings<span className="v-hidden"> of {name}</span>
            </Link>
          </p>
        )}
        {user.orgs.length === 0 && <p className="muted">No organization</p>}
        {user.orgs.map((org) => (
          <p key={org.id} className="muted">
            {org.name} ({org.roleName}), {PLAN_LABELS[org.plan]}{' '}
            <button type="button" className="v-link" onClick={() => onPlan(org)}>
              Change plan<span className="v-hidden"> of {org.name}</span>
            </button>
          </p>
        ))}
      </div>
      {whyNot ? (
        <span className="muted">{whyNot}</span>
      ) : (
        <Button onClick={onChoose}>
          Act for<span className="v-hidden"> {name}</span>
        </Button>
      )}
    </li>
  );
}

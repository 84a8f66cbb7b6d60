import { Link } from 'react-router';
import type { PartnerSide } from '../../../domain/network/partner';
import { partners as calls, type Partner } from '../../../domain/network/partners-contract';
import { counted } from '../../../domain/text';
import { QueryState } from '../../kit/form/QueryState';
import { Panel } from '../../kit/record/RecordPage';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { PageFrame } from '../../ui/PageFrame';
import css from './network.module.css';
import { nextText } from './partners/partners.columns';

const LISTS: Record<PartnerSide, string> = { OWNER: '/network/partners', PARTNER: '/inventory/sharing/partners' };

/** What waits for the reader in the network, and how many of each there are. */
export default function Overview() {
  const orgId = useSession().scope?.orgId ?? 0;
  const query = useCallQuery(calls.list, { query: { orgId } }, { topics: ['network'] });
  const of = (all: readonly Partner[], side: PartnerSide, status: Partner['status']) =>
    all.filter((one) => one.side === side && one.status === status);
  return (
    <PageFrame title="Network Overview">
      <QueryState query={query}>
        {(all) => {
          const asked = of(all, 'OWNER', 'REQUESTED');
          return (
            <>
              <Panel title="Requests to answer">
                {asked.length === 0 ? (
                  <p className="v-hint">No requests are waiting for you.</p>
                ) : (
                  <ul className={css.list}>
                    {asked.map((one) => (
                      <li key={one.id}>
                        <Link to={`${LISTS.OWNER}?brandId=${one.brand.id}&status=REQUESTED`}>
                          {one.partner.name} asks to work with {one.brand.name}
                        </Link>
                        <span className="v-hint">{nextText(one)}</span>
                      </li>
                    ))}
                  </ul>
                )}
              </Panel>
              <Panel title="Partners">
                <ul className={css.list}>
                  <li>
                    <Link to={LISTS.OWNER}>Partners of your brands</Link>
                    <span className="v-hint">{counted(of(all, 'OWNER', 'ACCEPTED').length, 'partner')}</span>
                  </li>
                  <li>
                    <Link to={LISTS.PARTNER}>Brands you work with</Link>
                    <span className="v-hint">{brandsText(all, of)}</span>
                  </li>
                </ul>
              </Panel>
            </>
          );
        }}
      </QueryState>
    </PageFrame>
  );
}

type Of = (all: readonly Partner[], side: PartnerSide, status: Partner['status']) => readonly Partner[];

function brandsText(all: readonly Partner[], of: Of): string {
  const waiting = of(all, 'PARTNER', 'REQUESTED').length;
  const agreed = counted(of(all, 'PARTNER', 'ACCEPTED').length, 'brand');
  return waiting === 0 ? agreed : `${agreed}, ${counted(waiting, 'open request')}`;
}

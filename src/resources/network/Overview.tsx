import { Link } from 'react-router';
import type { PartnerSide } from '../../../domain/network/partner';
import { partners as calls, type Partner } from '../../../domain/network/partners-contract';
import type { LicenseSummary } from '../../../domain/network/shared-brand';
import { sharedBrands } from '../../../domain/network/shares-contract';
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
  const shares = useCallQuery(sharedBrands.summaries, { query: { orgId } }, { topics: ['network'] });
  const brands = useCallQuery(sharedBrands.brandSummaries, { query: { orgId } }, { topics: ['network'] });
  const of = (all: readonly Partner[], side: PartnerSide, status: Partner['status']) =>
    all.filter((one) => one.side === side && one.status === status);
  return (
    <PageFrame title="Network Overview">
      <QueryState query={query}>
        {(all) => {
          const asked = of(all, 'OWNER', 'REQUESTED');
          const askedAt = shares.data?.filter(({ requested }) => requested > 0) ?? [];
          return (
            <>
              <Panel title="Requests to answer">
                {asked.length + askedAt.length === 0 ? (
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
                    {askedAt.map((one) => (
                      <AskedAt key={one.license.id} {...one} />
                    ))}
                  </ul>
                )}
              </Panel>
              <Panel title="Shared brands">
                <ul className={css.list}>
                  <li>
                    <Link to="/network/shared-brands">Brands shared at your licenses</Link>
                    <span className="v-hint">{sharedText(shares.data, 'brand')}</span>
                  </li>
                  <li>
                    <Link to="/network/shared-licenses">Licenses that share your brands</Link>
                    <span className="v-hint">{sharedText(brands.data, 'license')}</span>
                  </li>
                  <li>
                    <Link to="/network/stock">Brand stock</Link>
                    <span className="v-hint">Packages you hold, and those others show you</span>
                  </li>
                  <li>
                    <Link to="/network/access-log">Access log</Link>
                    <span className="v-hint">Who looked at whose packages</span>
                  </li>
                </ul>
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

function AskedAt({ license, requested }: LicenseSummary) {
  return (
    <li>
      <Link to={`/network/shared-brands?licenseId=${license.id}`}>
        {counted(requested, 'brand')} asked for at {license.displayName}
      </Link>
      <span className="v-hint">{license.name}</span>
    </li>
  );
}

/** How many are enabled; nothing while it isn’t known. */
function sharedText(all: readonly { shared: number; enabled: number }[] | undefined, noun: string): string {
  if (all === undefined) return '';
  const sum = (of: 'shared' | 'enabled') => all.reduce((total, one) => total + one[of], 0);
  const off = sum('shared') - sum('enabled');
  const shared = counted(sum('enabled'), noun);
  return off === 0 ? shared : `${shared}, ${off} disabled`;
}

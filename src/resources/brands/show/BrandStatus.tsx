import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type BrandUses, disablingSays, whyNotReleased } from '../../../../domain/brands/brand';
import { brandInvites, ownBrands as calls } from '../../../../domain/brands/contract';
import { OPEN_STATUSES } from '../../../../domain/orders/status';
import { Can, useCan } from '../../../access/useCan';
import { WhyNot } from '../../../access/WhyNot';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { ordersPath } from '../../../kit/links/orders-path';
import { Panel } from '../../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { type BrandSection, SAID } from '../brand.text';
import css from '../brands.module.css';
import { brands } from '../resource';

/** Whether buyers see a brand: disable, enable, hand over and give up. */
export function BrandStatus(section: BrandSection) {
  const { brand, whyNot } = section;
  const whyNotRelease = useCan().whyNot(calls.release.requires);
  const [asked, setAsked] = useState<'disable' | 'release' | null>(null);
  const enabling = useResourceUpdate(brands, SAID);
  const onClose = () => setAsked(null);
  return (
    <Panel title="Availability">
      <p className="v-hint">
        {brand.disabled ? 'Buyers don’t see this brand or its products.' : 'Buyers see this brand and its products.'}
      </p>
      <div className={css.acts}>
        {brand.disabled ? (
          <Button
            tone="primary"
            disabled={whyNot !== null}
            busy={enabling.isPending}
            onClick={() => void enabling.run(brand.id, { disabled: false, version: brand.version })}
          >
            Enable brand
          </Button>
        ) : (
          <Button disabled={whyNot !== null} onClick={() => setAsked('disable')}>
            Disable brand
          </Button>
        )}
        {whyNot && <WhyNot reason={whyNot} />}
        <Can requires={brandInvites.create.requires}>
          <Link className="v-button" to={`/account/manage/brand-invites?new&brandId=${brand.id}`}>
            Hand over
          </Link>
        </Can>
        <Button tone="quiet" disabled={whyNotRelease !== null} onClick={() => setAsked('release')}>
          Give up brand
        </Button>
        {whyNotRelease && <WhyNot reason={whyNotRelease} />}
      </div>
      {asked && <Asked {...section} act={asked} onDisable={() => setAsked('disable')} onClose={onClose} />}
    </Panel>
  );
}

type AskedProps = BrandSection & {
  act: 'disable' | 'release';
  /** Asks about disabling instead. */
  onDisable: () => void;
  onClose: () => void;
};

/** Reads what depends on the brand, then asks. */
function Asked({ act, ...props }: AskedProps) {
  const orgId = useSession().scope?.orgId ?? 0;
  const input = { params: { orgId, id: props.brand.id } };
  const query = useCallQuery(calls.uses, input, { topics: ['organization'], staleTime: 0 });
  return (
    <QueryState query={query}>
      {(uses) => (act === 'disable' ? <Disable {...props} uses={uses} /> : <Release {...props} uses={uses} />)}
    </QueryState>
  );
}

const openOrdersOf = ({ id }: BrandSection['brand']) => ordersPath({ statuses: [...OPEN_STATUSES], brandIds: [id] });

type ActionProps = Omit<AskedProps, 'act'> & { uses: BrandUses };

function Disable({ brand, uses, onClose }: ActionProps) {
  const { run } = useResourceUpdate(brands, { showsErrors: true });
  return (
    <Confirm
      title={`Disable ${brand.name}?`}
      act="Disable brand"
      run={() => run(brand.id, { disabled: true, version: brand.version })}
      success={SAID.success}
      onClose={onClose}
    >
      <p>{disablingSays(uses, brand.name).join(' ')}</p>
      {uses.openOrders > 0 && <Link to={openOrdersOf(brand)}>See its open orders</Link>}
    </Confirm>
  );
}

function Release({ brand, whyNot, uses, onDisable, onClose }: ActionProps) {
  const navigate = useNavigate();
  const { run } = useCall(calls.release, { showsErrors: true });
  const reason = whyNotReleased(uses, brand.name);
  if (reason !== null) {
    return (
      <Dialog
        title={`You can’t give up ${brand.name} yet`}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onClose}>Close</Button>
            {whyNot === null && !brand.disabled && (
              <Button tone="primary" onClick={onDisable}>
                Disable brand…
              </Button>
            )}
          </>
        }
      >
        <p>{reason}</p>
      </Dialog>
    );
  }
  return (
    <Confirm
      title={`Give up ${brand.name}?`}
      act="Give up brand"
      run={() => run({ params: { id: brand.id } })}
      success={`${brand.name} is no longer your brand.`}
      onDone={() => void navigate('/network/brands', { replace: true })}
      onClose={onClose}
    >
      <p>Your team loses access to it, and any organization can claim it. Open invites to it are withdrawn.</p>
    </Confirm>
  );
}

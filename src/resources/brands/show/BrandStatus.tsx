import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { type BrandUses, disablingSays, whyNotApproved, whyNotReleased } from '../../../../domain/brands/brand';
import { brandInvites, brandSuggestions, ownBrands as calls } from '../../../../domain/brands/contract';
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
  const { brand } = section;
  const whyNotRelease = useCan().whyNot(calls.release.requires);
  const [asked, setAsked] = useState<'disable' | 'release' | null>(null);
  const onClose = () => setAsked(null);
  const notApproved = whyNotApproved(brand);
  const hidden = notApproved ?? 'Buyers don’t see this brand or its products.';
  return (
    <Panel title="Availability">
      <p className="v-hint">{brand.disabled ? hidden : 'Buyers see this brand and its products.'}</p>
      {brand.reviewReason && <p>Reason: {brand.reviewReason}</p>}
      <div className={css.acts}>
        {brand.review === 'REJECTED' && <SuggestAgain {...section} />}
        {notApproved === null && <Availability {...section} onDisable={() => setAsked('disable')} />}
        <Button tone="quiet" disabled={whyNotRelease !== null} onClick={() => setAsked('release')}>
          Give up brand
        </Button>
        {whyNotRelease && <WhyNot reason={whyNotRelease} />}
      </div>
      {asked && <Asked {...section} act={asked} onDisable={() => setAsked('disable')} onClose={onClose} />}
    </Panel>
  );
}

/** Sends a rejected brand to review again, as it is now. */
function SuggestAgain({ brand, refresh }: BrandSection) {
  const { can } = useCan();
  const { run, isPending } = useCall(brandSuggestions.create, { success: `${brand.name} is in review again.` });
  if (!can(brandSuggestions.create.requires)) return null;
  const body = { suggestedName: brand.name, suggestedStates: brand.states, autoClaim: true };
  return (
    <Button tone="primary" busy={isPending} onClick={() => void run({ body }).then(refresh)}>
      Suggest again
    </Button>
  );
}

/** Hides a brand from buyers, shows it again, or offers it to another business. */
function Availability({ brand, whyNot, onDisable }: BrandSection & { onDisable: () => void }) {
  const enabling = useResourceUpdate(brands, SAID);
  return (
    <>
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
        <Button disabled={whyNot !== null} onClick={onDisable}>
          Disable brand
        </Button>
      )}
      {whyNot && <WhyNot reason={whyNot} />}
      <Can requires={brandInvites.create.requires}>
        <Link className="v-button" to={`/account/manage/brand-invites?new&brandId=${brand.id}`}>
          Hand over
        </Link>
      </Can>
    </>
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
      {brand.review === null ? (
        <p>Your team loses access to it, and any organization can claim it. Open invites to it are withdrawn.</p>
      ) : (
        <p>Your team loses access to it{brand.review === 'IN_REVIEW' && ', and its review ends'}.</p>
      )}
    </Confirm>
  );
}

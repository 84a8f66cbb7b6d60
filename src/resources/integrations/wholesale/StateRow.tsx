import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { MarketplaceAccess, WholesaleSync } from '../../../../domain/integrations/integrations';
import { stateName } from '../../../../domain/organization/us-states';
import { counted } from '../../../../domain/text';
import { OrderLink } from '../../../kit/links/OrderLink';
import { Button } from '../../../ui/Button';
import { Pill, type PillTone } from '../../../ui/Pill';
import { momentHere } from '../../../ui/reader-dates';
import css from '../integrations.module.css';

/** A state the organization sells in, and its connection; null if it never had one. */
export type StateSync = { stateAbbv: string; sync: WholesaleSync | null };

const ACCESS: Record<MarketplaceAccess, { label: string; tone: PillTone }> = {
  READ: { label: 'Read only', tone: 'warning' },
  WRITE: { label: 'Read and write', tone: 'positive' },
};

type StateRowProps = { state: StateSync; mayChange: boolean; onAction: (kind: 'connect' | 'disable') => void };

export function StateRow({ state: { stateAbbv, sync }, mayChange, onAction }: StateRowProps) {
  const name = stateName(stateAbbv);
  const active = sync?.isActive ? sync : null;
  const main = useRestoredFocus(active !== null);
  return (
    <li>
      <div className={css.what}>
        <p className={css.name}>
          <strong>{name}</strong>
          {active ? (
            <Pill tone={ACCESS[active.access].tone}>{ACCESS[active.access].label}</Pill>
          ) : (
            <Pill>Not connected</Pill>
          )}
        </p>
        {active && (
          <p className={css.note}>
            Key ending in {active.keyLastFour}, checked {momentHere(active.checked)}.
          </p>
        )}
        {active?.access === 'READ' && !active.problem && (
          <p className={css.note}>To change the status of its orders, add a key with write access.</p>
        )}
        {active && (
          <p className={css.note}>
            {active.started ? 'Its orders come in.' : 'Its orders don’t come in yet.'}{' '}
            <Link to={`/account/integrations/wholesale/${active.id}`}>
              {active.started ? 'Open' : 'Match products and customers'}
              <span className="v-hidden"> in {name}</span>
            </Link>
            {active.problems > 0 && `, ${counted(active.problems, 'problem')}`}
          </p>
        )}
        {active?.problem && <p className={css.problem}>{active.problem}</p>}
        {active && active.undelivered.length > 0 && <Undelivered moves={active.undelivered} />}
      </div>
      <div className={css.acts}>
        <Button ref={main} disabled={!mayChange} onClick={() => onAction('connect')}>
          {active ? 'Replace key' : 'Connect'}
          <span className="v-hidden"> {active ? `for ${name}` : name}</span>
        </Button>
        {active && mayChange && (
          <button type="button" className="v-link" onClick={() => onAction('disable')}>
            Disable<span className="v-hidden"> {name}</span>
          </button>
        )}
      </div>
    </li>
  );
}

function Undelivered({ moves }: { moves: WholesaleSync['undelivered'] }) {
  return (
    <ul className={css.undelivered} aria-label="Changes not sent">
      {moves.map((move) => (
        <li key={`${move.orderId} ${move.action}`}>
          Order <OrderLink order={{ id: move.orderId, orderNumber: move.orderNumber }} />: “{move.action}”{' '}
          {move.isWaiting ? 'will be sent again' : 'was rejected'}. {move.problem}
        </li>
      ))}
    </ul>
  );
}

/** Takes focus when the focused button is gone with the connection. */
function useRestoredFocus(isActive: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const former = useRef(isActive);
  useEffect(() => {
    if (former.current === isActive) return;
    former.current = isActive;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) button.current?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isActive]);
  return button;
}

import { Link } from 'react-router';
import { formatNumber } from '../../../domain/money';
import { stateName } from '../../../domain/organization/us-states';
import { counted } from '../../../domain/text';
import { wholesaleDesk as calls, type SyncHealth as Health } from '../../../domain/wholesale/desk-contract';
import { wholesaleMatches } from '../../../domain/wholesale/match-contract';
import { wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { useCan } from '../../access/useCan';
import { QueryState } from '../../kit/form/QueryState';
import { Panel } from '../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { momentHere } from '../../ui/reader-dates';
import { FieldOwners } from './desk/FieldOwners';
import { StockList } from './health/StockList';
import css from './wholesale.module.css';
import { conflictsPath, lagText } from './wholesale.text';

const REREAD = { topics: ['integrations', 'products'] } as const;

/** How late and how far apart a connection is, what was put right, and each product's stock on both sides. */
export function SyncHealth({ syncId }: { syncId: number }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const query = useCallQuery(calls.health, { params: { orgId, id: syncId } }, REREAD);
  return (
    <QueryState query={query}>
      {(health) => (
        <div className={css.page}>
          <Figures health={health} orgId={orgId} />
          <Problems health={health} />
          <StockList orgId={orgId} syncId={syncId} />
          <FieldOwners syncId={syncId} />
          <Healed health={health} />
        </div>
      )}
    </QueryState>
  );
}

const lags = ({ p50Ms, p95Ms }: Health['orderLag']) =>
  p50Ms === null ? lagText(null) : `${lagText(p50Ms)} usually, ${lagText(p95Ms)} at most for 95 of 100`;
const moment = (at: string | null) => (at === null ? 'Not yet' : momentHere(at));

function Figures({ health, orgId }: { health: Health; orgId: number }) {
  const { id, stateAbbv, swept, heard, compared, orderLag, stockLag, offered, waiting, drifting, conflicts } = health;
  const whyNot = useCan().whyNot(wholesaleStock.pushAll.requires);
  const whyNotRead = useCan().whyNot(wholesaleMatches.readNow.requires);
  const push = useCall(wholesaleStock.pushAll);
  const readNow = useCall(wholesaleMatches.readNow, { success: 'We’re reading what changed there.' });
  const lacksWrite =
    health.isActive && !health.mayWrite ? 'Its key can only read. Connect one with write access.' : null;
  return (
    <Panel
      title={stateName(stateAbbv)}
      actions={
        <>
          <Button
            busy={readNow.isPending}
            disabled={whyNotRead !== null || !health.isActive}
            onClick={() => void readNow.run({ params: { orgId, id } })}
          >
            Sync now
          </Button>
          <Button
            tone="primary"
            busy={push.isPending}
            disabled={whyNot !== null || !health.isActive}
            onClick={() => void push.run({ params: { orgId, id } })}
          >
            Push stock
          </Button>
        </>
      }
    >
      {(health.problem ?? lacksWrite ?? whyNot) && (
        <p className={health.problem ? css.problem : 'v-hint'}>{health.problem ?? lacksWrite ?? whyNot}</p>
      )}
      <Facts
        layout="columns"
        facts={{
          'Orders known after': lags(orderLag),
          'Stock sent after': lags(stockLag),
          'Products that drift': `${formatNumber(`${drifting}`)} of ${formatNumber(`${offered}`)} offered`,
          'Last read': moment(swept),
          'Last told of a change': moment(heard),
          'Stock last compared': moment(compared),
          Conflicts: (
            <Link to={conflictsPath(id)}>{conflicts === 0 ? 'None' : counted(conflicts, 'open conflict')}</Link>
          ),
        }}
      />
      <p className="v-hint" role="status">
        {waiting === 0 ? 'All stock is up to date there.' : `${counted(waiting, 'product')} to exchange.`}
      </p>
      <p className="v-hint">
        Lags are those of the last 24 hours. What we offer there is set aside here, so that no unit is sold twice.
      </p>
    </Panel>
  );
}

function Problems({ health: { problems } }: { health: Health }) {
  if (problems.length === 0) return null;
  return (
    <Panel title="Problems">
      <ul className={css.list}>
        {problems.map(({ kind, name, problem }) => (
          <li key={`${kind} ${name} ${problem}`}>
            <b>{name}</b>
            <span className={css.problem}>{problem}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Healed({ health: { healings } }: { health: Health }) {
  return (
    <Panel title="Put right by the sync">
      {healings.length === 0 && <p className="v-hint">Nothing had to be put right yet.</p>}
      <ul className={css.list}>
        {healings.map(({ id, name, field, reason, at }) => (
          <li key={id}>
            <span>
              <b>{name}</b> <span className="v-hint">{field}</span>
            </span>
            <span>{reason}</span>
            <time className="v-hint" dateTime={at}>
              {momentHere(at)}
            </time>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

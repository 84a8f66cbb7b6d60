import { useState } from 'react';
import { useParams } from 'react-router';
import { withoutPlan } from '../../../../../domain/access/ability';
import type { WholesaleSync } from '../../../../../domain/integrations/integrations';
import { stateName } from '../../../../../domain/organization/us-states';
import { wholesaleMatches as calls } from '../../../../../domain/wholesale/match-contract';
import { useCan } from '../../../../access/useCan';
import { ListLinks } from '../../../../kit/list';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall } from '../../../../providers/refine/use-call';
import { useResourceList } from '../../../../providers/refine/use-resource';
import { showSnack } from '../../../../providers/snackbar';
import { Button } from '../../../../ui/Button';
import { Facts } from '../../../../ui/Facts';
import { PageFrame } from '../../../../ui/PageFrame';
import { Pill } from '../../../../ui/Pill';
import { momentHere } from '../../../../ui/reader-dates';
import { EmptyState, ErrorState, Skeleton } from '../../../../ui/states';
import { wholesaleSyncs } from '../../resource';
import { DryRun } from './DryRun';
import css from './desk.module.css';
import { MatchList } from './MatchList';
import { Problems } from './Problems';
import { SettingsDialog } from './SettingsDialog';

const CRUMBS = [{ label: 'Integrations', to: '/account/integrations' }] as const;

/** Where one decides which of theirs is which of ours, before anything comes in, and sees what couldn’t since. */
export default function MatchDesk() {
  const { syncId } = useParams();
  const { query, result } = useResourceList(wholesaleSyncs);
  const sync = result.data.find(({ id }) => id === Number(syncId));
  if (sync) return <Desk sync={sync} />;
  return (
    <PageFrame title="Wholesale marketplace" breadcrumbs={CRUMBS}>
      {query.isError ? (
        <ErrorState message={messageOf(query.error)} onRetry={() => void query.refetch()} />
      ) : query.data ? (
        <EmptyState icon="store" title="No such connection" hint="Connect a state on the page Integrations." />
      ) : (
        <Skeleton height="160px" />
      )}
    </PageFrame>
  );
}

function Desk({ sync }: { sync: WholesaleSync }) {
  const name = stateName(sync.stateAbbv);
  const { whyNot } = useCan();
  const mayChange = whyNot(withoutPlan(calls.decide.requires)) === null && sync.isActive;
  const [isSetting, setSetting] = useState(false);
  const read = useCall(calls.readNow);
  const params = { orgId: sync.orgId, id: sync.id };
  const readNow = async () => {
    const { ok } = await read.run({ params });
    if (ok) showSnack({ status: 'success', message: 'We’re reading the wholesale marketplace.' });
  };
  return (
    <PageFrame
      title={`Wholesale marketplace, ${name}`}
      aside={<Standing sync={sync} />}
      breadcrumbs={CRUMBS}
      actions={
        <>
          <ListLinks
            links={[
              { to: `${CRUMBS[0].to}/wholesale/${sync.id}/health`, label: 'Sync health' },
              { to: `${CRUMBS[0].to}/wholesale/${sync.id}/conflicts`, label: 'Conflicts' },
            ]}
          />
          {mayChange && (
            <>
              <Button onClick={() => setSetting(true)}>Settings</Button>
              <Button icon="refresh" busy={read.isPending} onClick={() => void readNow()}>
                Read now
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={css.desk}>
        <section className={css.panel} aria-label="Connection">
          <Facts
            layout="columns"
            facts={{
              'Last read': sync.swept ? momentHere(sync.swept) : 'Not yet',
              'Orders come in since': sync.started && momentHere(sync.started),
              'Told of changes': sync.hookHeard ? momentHere(sync.hookHeard) : 'Not yet; we read it every few minutes',
            }}
          />
          {sync.problem && <p className={css.problem}>{sync.problem}</p>}
        </section>
        {!sync.started && <DryRun sync={sync} mayChange={mayChange} />}
        <Problems sync={sync} mayChange={mayChange} />
        <MatchList sync={sync} kind="PRODUCT" mayChange={mayChange} />
        <MatchList sync={sync} kind="CUSTOMER" mayChange={mayChange} />
      </div>
      {isSetting && <SettingsDialog sync={sync} onClose={() => setSetting(false)} />}
    </PageFrame>
  );
}

function Standing({ sync }: { sync: WholesaleSync }) {
  if (!sync.isActive) return <Pill>Not connected</Pill>;
  return sync.started ? <Pill tone="positive">Syncing</Pill> : <Pill tone="warning">Not started</Pill>;
}

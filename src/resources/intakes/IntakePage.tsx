import { useMemo, useState } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router';
import { readId } from '../../../domain/contract/endpoint';
import { intakes as calls } from '../../../domain/intakes/contract';
import { exceptionsOf, type Intake, stateHere, stateThere, whyNotConfirmed } from '../../../domain/intakes/intake';
import { rejectionText } from '../../../domain/intakes/rejection';
import { TODO_TEXTS } from '../../../domain/intakes/todo';
import { QueryState } from '../../kit/form/QueryState';
import { RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useResourceOne } from '../../providers/refine/use-resource';
import { useChosenLicense } from '../../providers/useChosenLicense';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { FromMessages } from '../../shell/FromMessage';
import { MessagePartner } from '../../shell/MessagePartner';
import { ShareLink } from '../../shell/ShareLink';
import { Button } from '../../ui/Button';
import { Facts } from '../../ui/Facts';
import { Checkbox } from '../../ui/Field';
import { useMediaQuery } from '../../ui/hooks';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { Pill } from '../../ui/Pill';
import { momentHere } from '../../ui/reader-dates';
import { Dock } from './dock/Dock';
import { useScans } from './dock/useScans';
import { OrderMatchPanel, useOrderMatch } from './intake/OrderMatchPanel';
import { PackageGrid } from './intake/PackageGrid';
import { usePackageActs } from './intake/usePackageActs';
import css from './intakes.module.css';
import { intakes } from './resource';

const RejectionDialog = lazyDialog(async () => (await import('./intake/RejectionDialog')).RejectionDialog);

/** An incoming delivery, confirmed package by package as it is scanned. */
export default function IntakePage() {
  const { slug } = useParams();
  const [search] = useSearchParams();
  const { license } = useChosenLicense('intakes');
  const id = readId(slug);
  const licenseId = readId(search.get('licenseId')) ?? license?.id ?? null;
  const isAsked = id !== null && licenseId !== null;
  const { result: data, query } = useResourceOne(intakes, id ?? undefined, {
    of: { licenseId: licenseId ?? 0 },
    enabled: isAsked,
  });
  const isGone = query.error instanceof CallError && query.error.status === 404;
  // Without one, or without the license it is of, the list is where to choose.
  if (slug === undefined || (id !== null && licenseId === null)) return <Navigate to="/fulfillment" replace />;
  if (id === null || isGone)
    return <ErrorScreen status={404} message="There is no such intake, or it isn’t shown to you." />;
  return (
    <QueryState
      query={{ data, error: data ? null : query.error, refetch: query.refetch }}
      skeleton={<RecordSkeleton label="Loading the intake" />}
    >
      {(intake) => <Loaded key={intake.id} intake={intake} />}
    </QueryState>
  );
}

function Loaded({ intake }: { intake: Intake }) {
  const acts = usePackageActs(intake);
  const match = useOrderMatch(intake);
  const isRoomy = useMediaQuery('(min-width: 720px) and (min-height: 760px)');
  const scans = useScans(intake);
  const blind = useCall(calls.setBlind);
  const [isRejecting, setRejecting] = useState(false);
  const waiting = useMemo(() => new Set(scans.waiting.map(({ subject }) => subject)), [scans.waiting]);
  const ready = intake.intakePackages.filter((one) => !one.notFound && whyNotConfirmed(one, intake) === null);
  const rejection = rejectionText(intake);
  const mayWrite = acts.whyNot === null;
  const params = { licenseId: intake.licenseId, intakeId: intake.id };
  const [here, there] = [stateHere(intake), stateThere(intake)];
  return (
    <PageFrame
      title={`Manifest ${intake.manifestNumber}`}
      breadcrumbs={[{ label: 'Intakes', to: intake.inNetwork ? '/fulfillment' : '/fulfillment?inNetwork=false' }]}
      aside={
        <>
          <ShareLink path={`/fulfillment/intakes/${intake.id}?licenseId=${intake.licenseId}`} />
          <Pill tone={here.tone}>{here.label}</Pill>
        </>
      }
      actions={
        <>
          {rejection !== null && <Button onClick={() => setRejecting(true)}>What to reject</Button>}
          {mayWrite && ready.length > 0 && (
            <Button tone="primary" icon="check" busy={acts.isConfirming} onClick={() => void acts.confirmAll(ready)}>
              Confirm all {ready.length}
            </Button>
          )}
        </>
      }
    >
      {intake.todo && <p className={css.todo}>{TODO_TEXTS[intake.todo]}</p>}
      {mayWrite && !intake.isVoided && <Dock intake={intake} scans={scans} />}
      <div className={css.facts}>
        <Facts
          layout="columns"
          facts={{
            Sender: `${intake.senderName}${intake.senderLicense ? `, ${intake.senderLicense}` : ''}`,
            Departed: intake.departed && momentHere(intake.departed),
            Confirmed: `${intake.confirmedCount} of ${intake.expectedCount}`,
            Exceptions: exceptionsOf(intake) || 'None',
            'In the tracking system': `${there.label}, ${intake.acceptedCount} of ${intake.packageCount} received`,
          }}
        />
        {intake.inNetwork && <MessagePartner about={{ of: 'INTAKE', ...params }} label="Message the sender" />}
        {mayWrite && (
          <Checkbox
            label="Blind count: hide shipped quantities until counted"
            checked={intake.isBlind}
            onChange={({ target }) => void blind.run({ params, body: { isBlind: target.checked } })}
          />
        )}
      </div>
      <FromMessages of={{ intakeId: intake.id }} kind="INTAKE_NOTE" />
      <PackageGrid intake={intake} waiting={waiting} acts={acts} fills={match === null && isRoomy} />
      {match !== null && <OrderMatchPanel match={match} />}
      {isRejecting && rejection !== null && (
        <RejectionDialog.Part text={rejection} onClose={() => setRejecting(false)} />
      )}
    </PageFrame>
  );
}

import { type MouseEvent, useContext, useLayoutEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { counted } from '../../../domain/text';
import { dropAct, type KeptAct, tryAgain, tryNow } from '../../providers/kept/acts';
import { useKept } from '../../providers/kept/here';
import type { Keeps } from '../../providers/manifest';
import { useSession } from '../../providers/session';
import { reportError } from '../../providers/snackbar';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { useMediaQuery } from '../../ui/hooks';
import { Popover } from '../../ui/Popover';
import { EmptyState } from '../../ui/states';
import { Manifests } from '../navigation/useAppNavigation';
import { discardFirst } from '../questions/DiscardFirst';
import { openInOrganization } from '../session/useLeaveOnSwitch';
import css from './UnsentMenu.module.css';
import { keepsOf } from './useSendKept';

const TITLE = 'Kept on this device';

/** How many refused acts of a place are listed; its own page has all. */
const MOST_REFUSED = 5;

/** What isn’t sent yet and what was refused, by place, with a way to each. */
export function UnsentMenu({ anchor, onClose }: { anchor: HTMLElement; onClose: () => void }) {
  const isWide = useMediaQuery('(min-width: 600px)');
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  if (!isWide) {
    return (
      <Dialog title={TITLE} onClose={onClose}>
        <Kept onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <Popover anchor={anchor} onClose={onClose} role="dialog" label={TITLE} align="end" className={css.menu}>
      <h2 ref={heading} tabIndex={-1}>
        {TITLE}
      </h2>
      <Kept onClose={onClose} />
    </Popover>
  );
}

function Kept({ onClose }: { onClose: () => void }) {
  const acts = useKept();
  const manifests = useContext(Manifests);
  const keeps = keepsOf(manifests);
  const places = new Map<string, KeptAct[]>();
  for (const act of acts) {
    const name = `${act.orgId}/${act.kind}${act.path}`;
    places.set(name, [...(places.get(name) ?? []), act]);
  }
  const waits = acts.some(({ problem }) => problem === null);
  if (acts.length === 0) return <EmptyState icon="check" title="Everything is sent" />;
  return (
    <div className={css.kept}>
      <ul>
        {[...places].map(([name, own]) => (
          <PlaceEntry key={name} acts={own} keeps={keeps.get(own[0]?.kind ?? '')} onClose={onClose} />
        ))}
      </ul>
      {waits && (
        <div className={css.waits}>
          <p className="v-hint">Sent as soon as there is a connection, whatever page is open.</p>
          <Button onClick={() => void tryNow()}>Send now</Button>
        </div>
      )}
    </div>
  );
}

type EntryProps = { acts: readonly KeptAct[]; keeps: Keeps | undefined; onClose: () => void };

function PlaceEntry({ acts, keeps, onClose }: EntryProps) {
  const { scope, orgs } = useSession();
  const navigate = useNavigate();
  const [{ path, place, orgId }] = acts as [KeptAct];
  const refused = acts.filter(({ problem }) => problem !== null);
  const waiting = acts.length - refused.length;
  const isElsewhere = orgId !== scope?.orgId;
  const [one, many] = keeps?.nouns ?? (['entry', 'entries'] as const);
  const open = (event: MouseEvent) => {
    onClose();
    if (!isElsewhere) return;
    event.preventDefault();
    discardFirst(() => void openInOrganization(orgId, path, navigate).catch((error: unknown) => reportError(error)));
  };
  return (
    <li className={css.place}>
      <Link className={css.name} to={path} onClick={open}>
        {place}
      </Link>
      {isElsewhere && <span className="v-hint">{orgs.find(({ id }) => id === orgId)?.name ?? ''}</span>}
      {waiting > 0 && <span>{counted(waiting, `${one} is waiting`, `${many} are waiting`)}</span>}
      {refused.length > 0 && <span>{counted(refused.length, `${one} was refused`, `${many} were refused`)}</span>}
      {refused.length > 0 && (
        <ul>
          {refused.slice(0, MOST_REFUSED).map((act) => (
            <li key={act.key} className={css.refused}>
              <span className={css.subject}>{act.subject}</span>
              <span>{act.problem}</span>
              <span className={css.acts}>
                <Button aria-label={`Try ${act.subject} again`} onClick={() => void tryAgain(act)}>
                  Try again
                </Button>
                <Button tone="quiet" aria-label={`Discard ${act.subject}`} onClick={() => void dropAct(act)}>
                  Discard
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { intakes as calls } from '../../../../domain/intakes/contract';
import { type Intake, whyNotConfirmed } from '../../../../domain/intakes/intake';
import {
  judgeHere,
  packageOfUnit,
  readUnitCode,
  SCAN_OUTCOMES,
  type ScanAnswer,
} from '../../../../domain/intakes/scan';
import { readTags, TAG_LENGTH_WRONG, wholeTags } from '../../../../domain/inventory/packages/scanned-tag';
import { counted } from '../../../../domain/text';
import { ScanButton } from '../../../kit/scan/ScanButton';
import { call } from '../../../providers/call';
import { isUnanswered, messageOf } from '../../../providers/call/call-errors';
import { useCall } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Checkbox, Field, TextInput } from '../../../ui/Field';
import type { PillTone } from '../../../ui/Pill';
import css from '../intakes.module.css';
import { intakePath } from '../resource';
import { isMuted, play, type ScanSound, setMuted } from './sounds';
import type { useScans } from './useScans';

type Answer = { label: string; sound: ScanSound; title: string; text: string; next?: ReactNode };

const TONES: Readonly<Record<ScanSound, PillTone>> = {
  EXPECTED: 'positive',
  CONFIRMED: 'info',
  OTHER_INTAKE: 'progress',
  KNOWN: 'warning',
  UNKNOWN: 'negative',
  REFUSED: 'negative',
};

/** The field tags are scanned into, one after the other, and what the last one was found to be. */
export function Dock({ intake, scans }: { intake: Intake; scans: ReturnType<typeof useScans> }) {
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [muted, mute] = useState(isMuted);
  const field = useRef<HTMLInputElement>(null);
  const latest = useRef({ intake, scans });
  latest.current = { intake, scans };
  const order = useRef(Promise.resolve());
  /** Tags confirmed here since the page was opened: the next scan of one may come before it is shown. */
  const taken = useRef(new Set<string>());
  useEffect(() => field.current?.focus({ preventScroll: true }), []);

  const take = (typed: string) => {
    setText('');
    field.current?.focus();
    const unit = readUnitCode(typed);
    if (unit !== null) {
      order.current = order.current.then(() => judgeUnit(unit));
      return;
    }
    // One after the other: a second scan of a tag sees the first.
    for (const tag of readTags(typed)) order.current = order.current.then(() => judge(tag));
  };
  const say = (next: Answer) => {
    setAnswer(next);
    play(next.sound);
  };
  const judge = async (tag: string) => {
    const { intake: now, scans: kept } = latest.current;
    if (wholeTags(tag).length !== 1)
      return say({ label: tag, sound: 'REFUSED', title: TAG_LENGTH_WRONG, text: 'Scan it again.' });
    const isParked = kept.parked.some(({ subject }) => subject === tag);
    const isKept = kept.waiting.some(({ subject }) => subject === tag) || (taken.current.has(tag) && !isParked);
    if (isKept) return say(confirmed(tag, 'You scanned it a moment ago.'));
    const here = judgeHere(now, tag);
    if (here?.outcome === 'CONFIRMED')
      return say(confirmed(tag, `${here.package.confirmation?.by ?? 'Somebody'} confirmed it.`));
    if (here?.outcome === 'EXPECTED') {
      const why = whyNotConfirmed(here.package, now);
      const { itemName } = here.package;
      if (why !== null)
        return say({
          label: tag,
          sound: 'REFUSED',
          title: 'Expected here, not confirmed',
          text: `${itemName}. ${why}`,
        });
      taken.current.add(tag);
      await kept.keep(tag);
      return say({
        label: tag,
        sound: 'EXPECTED',
        title: SCAN_OUTCOMES.EXPECTED.label,
        text: `${itemName}. Confirmed.`,
      });
    }
    if (here !== null)
      return say({
        label: tag,
        sound: 'UNKNOWN',
        title: SCAN_OUTCOMES.UNKNOWN.label,
        text: whyNotConfirmed(here.package, now) ?? '',
      });
    try {
      const params = { licenseId: now.licenseId, intakeId: now.id, label: tag };
      say(answerOf(await call(calls.find, { params }), now));
    } catch (error) {
      const offline = 'It isn’t on this manifest. Scan it again once you’re online to see where it belongs.';
      const text = isUnanswered(error) ? offline : messageOf(error);
      say({ label: tag, sound: 'UNKNOWN', title: SCAN_OUTCOMES.UNKNOWN.label, text });
    }
  };

  /** A unit is shown with its package, which a person confirms: one of its units isn’t all of it. */
  const judgeUnit = async (code: string) => {
    const { intake: now } = latest.current;
    try {
      const { labels } = await call(calls.findUnit, {
        params: { licenseId: now.licenseId, intakeId: now.id, code },
      });
      say(answerOfUnit(code, packageOfUnit(now, labels), now, take));
    } catch (error) {
      const offline = 'Only the tracking system knows its package. Scan it again once you’re online, or scan the tag.';
      const words = isUnanswered(error) ? offline : messageOf(error);
      say({ label: code, sound: 'UNKNOWN', title: 'A unit', text: words });
    }
  };

  return (
    <section className={css.dock} aria-label="Scan packages">
      <div className={css.scan}>
        <Field label="Tag" hint="Scan one after the other. Enter confirms what is expected here.">
          <TextInput
            ref={field}
            className={css.tag ?? ''}
            value={text}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="done"
            onChange={({ target }) => (wholeTags(target.value).length > 1 ? take(target.value) : setText(target.value))}
            onPaste={(event) => {
              event.preventDefault();
              take(text + event.clipboardData.getData('text'));
            }}
            onKeyDown={(event) => {
              // Some scanners end with Tab.
              const isTab = event.key === 'Tab' && !event.shiftKey && text.trim() !== '';
              if (event.key !== 'Enter' && !isTab) return;
              event.preventDefault();
              take(text);
            }}
          />
        </Field>
        <ScanButton onScan={take} />
        <Checkbox
          label="Sounds"
          checked={!muted}
          onChange={({ target }) => {
            setMuted(!target.checked);
            mute(!target.checked);
          }}
        />
      </div>
      <div className={css.answer} data-tone={answer ? TONES[answer.sound] : undefined} data-outcome={answer?.sound}>
        <div role="status">
          <strong>{answer?.title ?? 'Ready to scan'}</strong>
          {answer && <span className={css.tag}>{answer.label}</span>} <span>{answer?.text}</span>
        </div>
        {answer?.next}
      </div>
      <Unsent scans={scans} />
    </section>
  );
}

const confirmed = (label: string, text: string): Answer => ({
  label,
  sound: 'CONFIRMED',
  title: SCAN_OUTCOMES.CONFIRMED.label,
  text,
});

/** What a unit was found to be. */
function answerOfUnit(
  code: string,
  of: ReturnType<typeof packageOfUnit>,
  intake: Intake,
  take: (label: string) => void,
): Answer {
  const said = { label: code, title: 'A unit' };
  if (of.found === 'NONE') return { ...said, sound: 'UNKNOWN', text: 'The tracking system knows no package of it.' };
  if (of.found === 'SEVERAL') {
    const text = `It’s of one of ${counted(of.labels.length, 'package')}: ${of.labels.join(', ')}. Scan the tag.`;
    return { ...said, sound: 'KNOWN', text };
  }
  const { label } = of;
  const here = judgeHere(intake, label);
  const text = `It’s of package ${label}${here ? `, ${here.package.itemName}` : ', which isn’t on this manifest'}.`;
  if (here?.outcome === 'CONFIRMED') return { ...said, sound: 'CONFIRMED', text: `${text} Already confirmed.` };
  return {
    ...said,
    sound: 'KNOWN',
    text,
    next: <Button onClick={() => take(label)}>{here ? 'Confirm this package' : 'Look for this package'}</Button>,
  };
}

/** What the server says of a tag that the loaded intake lacks. */
function answerOf({ label, outcome, intake: other, known, package: found }: ScanAnswer, here: Intake): Answer {
  const said = { label, sound: outcome, title: SCAN_OUTCOMES[outcome].label };
  switch (outcome) {
    case 'OTHER_INTAKE':
      return {
        ...said,
        text: other ? `Manifest ${other.manifestNumber} from ${other.senderName}.` : '',
        next: other && (
          <Link className="v-button" to={intakePath(other)}>
            Open that intake
          </Link>
        ),
      };
    case 'KNOWN':
      return {
        ...said,
        text: known ? `${known.itemName}, ${known.status.toLowerCase()}.` : 'No transfer is bringing it now.',
      };
    case 'UNKNOWN':
      return { ...said, text: 'No manifest has it.', next: <AddUnknown intake={here} label={label} /> };
    default:
      return { ...said, text: found?.itemName ?? '' };
  }
}

function AddUnknown({ intake, label }: { intake: Intake; label: string }) {
  const add = useCall(calls.setPackage, { success: 'Added as an unknown package.' });
  const params = { licenseId: intake.licenseId, intakeId: intake.id, label };
  const body = { confirmed: false, notes: '', markNotFound: false };
  return (
    <Button busy={add.isPending} onClick={() => void add.run({ params, body })}>
      Add as unknown
    </Button>
  );
}

/** Scans that wait for the network, and those that were refused. */
function Unsent({ scans: { waiting, parked, isOffline, drop } }: { scans: ReturnType<typeof useScans> }) {
  return (
    <>
      {isOffline && waiting.length > 0 && (
        <p className={css.todo} role="status">
          You’re offline. {counted(waiting.length, 'scan')} kept on this device, sent once you’re back.
        </p>
      )}
      {parked.length > 0 && (
        <ul className={css.parked} aria-label="Scans that weren’t confirmed">
          {parked.map((scan) => (
            <li key={scan.key}>
              <span className={css.tag}>{scan.subject}</span>
              <span>Not confirmed. {scan.problem}</span>
              <button
                type="button"
                className="v-link"
                aria-label={`Dismiss ${scan.subject}`}
                onClick={() => void drop(scan)}
              >
                Dismiss
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

import type { ReactNode } from 'react';
import type { Recording } from '../../domain/usage/recording';
import { dateHere, momentHere } from '../ui/reader-dates';
import css from './usage.module.css';

type RecordingItemsProps = { recordings: readonly Recording[]; actsOf: (recording: Recording) => ReactNode };

/** Recordings, newest first, and who of support watched each. */
export function RecordingItems({ recordings, actsOf }: RecordingItemsProps) {
  return (
    <ul className={`lined surface ${css.list}`} aria-label="Recordings">
      {recordings.map((one) => (
        <li key={one.id}>
          <div>
            <p>
              <strong>{momentHere(one.startedAt)}</strong>, {minutesOf(one)}
            </p>
            <p className="muted">
              {one.orgName}. Deleted on {dateHere(one.expiresAt)}.
            </p>
          </div>
          <div className={css.acts}>{actsOf(one)}</div>
          {one.views.length > 0 && (
            <ul className={css.views} aria-label="Watched by support">
              {one.views.map(({ at, by, reason }) => (
                <li key={at}>
                  {by} of support watched it {momentHere(at)}: {reason}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

function minutesOf({ startedAt, endedAt }: Recording): string {
  const minutes = Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 60_000);
  return minutes < 1 ? 'under a minute' : `${minutes} min`;
}

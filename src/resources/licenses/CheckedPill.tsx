import {
  CHECK_SOURCES,
  LICENSE_STANDINGS,
  type LicenseCheck,
  type LicenseStanding,
  standingOf,
} from '../../../domain/licenses/standing';
import { Pill, type PillTone } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import css from './licenses.module.css';

const TONES: Record<LicenseStanding, PillTone> = {
  FRESH: 'positive',
  STALE: 'warning',
  EXPIRED: 'negative',
  UNKNOWN: 'neutral',
};

type CheckedPillProps = { license: LicenseCheck & { state: { ansiAbbrevation: string } } };

/** How far a license can be relied on, and when and where it was last checked. */
export function CheckedPill({ license }: CheckedPillProps) {
  const { state, checkedAt, checkedFrom } = license;
  const standing = standingOf({ ...license, usState: state.ansiAbbrevation }, new Date());
  return (
    <span className={css.checked}>
      <Pill tone={TONES[standing]}>{LICENSE_STANDINGS[standing]}</Pill>
      <span className="muted">
        {checkedAt === null || checkedFrom === null
          ? 'Never checked'
          : `${dateHere(checkedAt)}, ${CHECK_SOURCES[checkedFrom]}`}
      </span>
    </span>
  );
}

import { type LicenseProof, PROOF_MEANS, proofText } from '../../../domain/licenses/proof';
import { Pill } from '../../ui/Pill';
import { dateHere } from '../../ui/reader-dates';
import css from './licenses.module.css';

/** How a license’s holder proved that it is theirs, and since when; in full also what that means. */
export function ProofPill({ license, isFull = false }: { license: LicenseProof; isFull?: boolean }) {
  const { provenBy, provenAt } = license;
  return (
    <span className={css.checked}>
      <Pill tone={provenBy === null ? 'neutral' : 'positive'}>{proofText(license)}</Pill>
      {provenAt !== null && <span className="muted">since {dateHere(provenAt)}</span>}
      {isFull && <span className="muted">{PROOF_MEANS[provenBy ?? 'NONE']}</span>}
    </span>
  );
}

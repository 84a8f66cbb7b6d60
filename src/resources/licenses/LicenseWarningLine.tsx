import { gravityOf, warningText } from '../../../domain/licenses/warning-text';
import type { LicenseWarning } from '../../../domain/organization/license-warning';
import { Icon } from '../../ui/Icon';
import css from './licenses.module.css';

/** One calm line of what there is to know of a customer’s license; nothing where there is nothing. It stops nothing. */
export function LicenseWarningLine({ warning }: { warning: LicenseWarning | null }) {
  if (warning === null) return null;
  const gravity = gravityOf(warning);
  return (
    <p className={css.warning} data-gravity={gravity}>
      <Icon name={gravity === 1 ? 'info' : 'warning'} size={18} />
      <span>{warningText(warning)}</span>
    </p>
  );
}

import { SUGGESTION_STATUSES } from '../../../../domain/brands/suggestion';
import { useResourceList } from '../../../providers/refine/use-resource';
import { Pill } from '../../../ui/Pill';
import css from '../brands.module.css';
import { suggestions } from '../resource';

const MOST = 5;

/** The brands the organization suggested that aren't made: in review, or rejected with the reason. */
export function SuggestedBrands() {
  const { result } = useResourceList(suggestions);
  const open = result.data.filter(({ status }) => status !== 'APPROVED').slice(0, MOST);
  if (open.length === 0) return null;
  return (
    <ul className={css.suggested} aria-label="Suggested brands">
      {open.map(({ id, suggestedName, status, reason }) => (
        <li key={id}>
          {suggestedName}{' '}
          <Pill tone={status === 'REJECTED' ? 'negative' : 'progress'} mark={status === 'REJECTED' ? 'cross' : 'clock'}>
            {SUGGESTION_STATUSES[status]}
          </Pill>
          {reason && <span className="v-hint">{reason}</span>}
        </li>
      ))}
    </ul>
  );
}

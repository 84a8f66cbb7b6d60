import { SUGGESTION_REASONS } from '../../../../domain/accounting/suggest';
import { counted } from '../../../../domain/text';
import { QueryState } from '../../../kit/form/QueryState';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import css from '../accounting.module.css';
import { SIDES, type Side } from './sides';
import { useMappingActs } from './useMappingActs';

/** Shows all certain suggestions, to be accepted together. */
export function CertainDialog({ side, companyId, onClose }: { side: Side; companyId: number; onClose: () => void }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const { certain, noun, mark } = SIDES[side];
  const found = useCallQuery(certain, { params: { companyId }, query: { orgId } });
  const { map } = useMappingActs(side, companyId, true);
  const rows = found.data ?? [];
  return (
    <Confirm
      title="Accept all certain suggestions?"
      act={rows.length === 0 ? 'Accept' : `Accept ${counted(rows.length, 'suggestion')}`}
      tone="primary"
      width={640}
      whyNot={found.data && rows.length === 0 ? 'No suggestion is certain. Accept them one by one.' : null}
      run={() => map(rows.map(({ id, suggestion }) => ({ id, externalId: suggestion.externalId })))}
      success={`${counted(rows.length, ...noun)} mapped.`}
      onClose={onClose}
    >
      <p>
        These have the same {mark.toLowerCase() === 'sku' ? 'SKU' : 'license number'} or name as a record of your books.
      </p>
      <QueryState query={found} skeleton={<p className="v-hint">Looking…</p>}>
        {(all) => (
          <ul className={css.preview} aria-label="Suggestions">
            {all.map(({ id, name, suggestion }) => (
              <li key={id}>
                <b>{name}</b> <span aria-hidden="true">→</span> {suggestion.name}{' '}
                <span className="v-hint">{SUGGESTION_REASONS[suggestion.reason].label}</span>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Confirm>
  );
}

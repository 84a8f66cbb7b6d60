import { KIND_LABELS } from '../../../../domain/wholesale/conflict-filters';
import { wholesaleDesk as calls, type FieldRule } from '../../../../domain/wholesale/desk-contract';
import { FieldOwner } from '../../../../domain/wholesale/vocabulary';
import { useCan } from '../../../access/useCan';
import { QueryState } from '../../../kit/form/QueryState';
import { Panel } from '../../../kit/record/RecordPage';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import css from '../wholesale.module.css';
import { OWNERS } from '../wholesale.text';

/** Who decides each field that both sides have, and the choice of another. */
export function FieldOwners({ syncId }: { syncId: number }) {
  const orgId = useSession().scope?.orgId ?? 0;
  const query = useCallQuery(calls.rules, { params: { orgId, id: syncId } }, { topics: ['integrations'] });
  const whyNot = useCan().whyNot(calls.setRule.requires);
  return (
    <Panel title="Who decides each field">
      <QueryState query={query}>
        {(rules) => (
          <>
            {whyNot && <p className="v-hint">{whyNot}</p>}
            <ul className={css.rules}>
              {rules.map((rule) => (
                <Rule
                  key={`${rule.kind} ${rule.field}`}
                  rule={rule}
                  orgId={orgId}
                  syncId={syncId}
                  locked={whyNot !== null}
                />
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </Panel>
  );
}

type RuleProps = { rule: FieldRule; orgId: number; syncId: number; locked: boolean };

function Rule({ rule: { kind, field, label, owner, usual, fixed }, orgId, syncId, locked }: RuleProps) {
  const { run, isPending } = useCall(calls.setRule, { success: `Changed who decides ${label.toLowerCase()}.` });
  const id = `owner-${kind}-${field}`;
  return (
    <li>
      <label htmlFor={id}>
        {KIND_LABELS[kind]}: {label}
      </label>
      {fixed === null ? (
        <select
          id={id}
          className="v-input"
          value={owner}
          disabled={locked || isPending}
          onChange={(event) =>
            void run({
              params: { orgId, id: syncId },
              body: { kind, field, owner: FieldOwner.parse(event.target.value) },
            })
          }
        >
          {FieldOwner.options.map((option) => (
            <option key={option} value={option}>
              {OWNERS[option]}
              {option === usual ? ' (usual)' : ''}
            </option>
          ))}
        </select>
      ) : (
        <output id={id} className="v-hint">
          {fixed}
        </output>
      )}
    </li>
  );
}

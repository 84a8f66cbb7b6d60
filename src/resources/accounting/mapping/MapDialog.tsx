import type { MappingRow } from '../../../../domain/accounting/mapping';
import { nameChange } from '../../../../domain/accounting/mapping-words';
import { choicesOf } from '../../../kit/form/choices';
import { Confirm } from '../../../kit/form/questions/Confirm';
import { CallError } from '../../../providers/call/call-errors';
import { Facts } from '../../../ui/Facts';
import { SIDES, type Side } from './sides';
import { useMappingActs } from './useMappingActs';

type MapDialogProps = { side: Side; companyId: number; row: MappingRow; onClose: () => void };

/** Asks which record of the books one of ours is. */
export function MapDialog({ side, companyId, row, onClose }: MapDialogProps) {
  const { map } = useMappingActs(side, companyId, true);
  const { remote, mark, remotes } = SIDES[side];
  const known = row.remote ?? row.suggestion;
  return (
    <Confirm<{ externalId: string | null; mayShare: boolean }>
      title={`Map ${row.name}`}
      act="Map"
      tone="primary"
      values={{ externalId: known?.externalId ?? null, mayShare: false }}
      fields={[
        {
          name: 'externalId',
          label: `The ${remote} in your books`,
          control: 'lookup',
          source: choicesOf(remotes, {
            search: 'search' as never,
            of: { companyId } as never,
            option: ({ id, name }: { id: string; name: string }) => ({ value: id, label: name }),
            ...(known && { chosen: [{ value: known.externalId, label: known.name }] }),
          }),
          placeholder: 'Type a name',
          required: true,
        },
        {
          name: 'mayShare',
          label: `Also if it is mapped to another ${SIDES[side].noun[0]}`,
          control: 'checkbox',
        },
      ]}
      run={async ({ externalId, mayShare }) => {
        const done = await map([{ id: row.id, externalId }], { mayShare });
        return done.ok ? done : { ok: false, error: onItsField(done.error) };
      }}
      success={`${row.name} is mapped.`}
      onClose={onClose}
    >
      <Facts layout="columns" facts={{ [mark]: row.mark, Suggested: row.suggestion?.name }} />
    </Confirm>
  );
}

/** The refusal names the mapping of a list; here there is one. */
function onItsField(error: unknown): unknown {
  if (!(error instanceof CallError)) return error;
  const message = error.errors?.['mappings.0.externalId'];
  return message === undefined
    ? error
    : new CallError(error.status, { ...error.body, errors: { externalId: message } });
}

/** Asks before records are made in the books, and says what they will be called. */
export function MakeDialog({
  side,
  companyId,
  rows,
  onClose,
}: Omit<MapDialogProps, 'row'> & { rows: readonly MappingRow[] }) {
  const { make } = useMappingActs(side, companyId, true);
  const changed = rows.flatMap(({ id, name }) => {
    const change = nameChange(name);
    return change === null ? [] : [{ id, name, change }];
  });
  const what = rows.length === 1 ? rows[0]?.name : `${rows.length} ${SIDES[side].noun[1]}`;
  return (
    <Confirm
      title={`Create ${what} in your books?`}
      act="Create"
      tone="primary"
      run={() => make(rows.map(({ id }) => id))}
      onClose={onClose}
    >
      <p>Each becomes a new {SIDES[side].remote} there, and is mapped to it.</p>
      {changed.length > 0 && (
        <ul>
          {changed.map(({ id, name, change }) => (
            <li key={id}>
              {name}: {change}
            </li>
          ))}
        </ul>
      )}
    </Confirm>
  );
}

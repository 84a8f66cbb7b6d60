import { useQueryClient } from '@tanstack/react-query';
import { shortDay } from '../../../domain/dates';
import {
  registerImports as calls,
  type RegisterCounts,
  type RegisterImport,
} from '../../../domain/licenses/register-contract';
import { formatNumber } from '../../../domain/money';
import { stateName } from '../../../domain/organization/us-states';
import { counted } from '../../../domain/text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { resourceKey } from '../../providers/refine/live-refine';
import { callKey, useCall } from '../../providers/refine/use-call';
import { registerImports, registerRows } from '../resource';

export type Asked = { act: 'undo' | 'discard'; row: RegisterImport } | { act: 'apply'; row: Seen };
type Seen = RegisterImport & { counts: RegisterCounts };

/** Asks before an import is applied, undone or discarded. */
export function RegisterQuestion({ onClose, onDone, ...asked }: Asked & { onClose: () => void; onDone?: () => void }) {
  const client = useQueryClient();
  const [apply, undo, discard] = [
    useCall(calls.apply, { showsErrors: true }),
    useCall(calls.undo, { showsErrors: true }),
    useCall(calls.discard, { showsErrors: true }),
  ];
  const { usState, asOf, id } = asked.row;
  const params = { id };
  const name = stateName(usState);
  const done = async () => {
    const stale = [resourceKey(registerImports.name), resourceKey(registerRows.name), callKey(calls.get)];
    await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    onDone?.();
  };
  if (asked.act === 'apply') {
    const { counts } = asked.row;
    return (
      <Confirm
        title={`Apply the register of ${name}?`}
        act="Apply register"
        tone="primary"
        run={() => apply.run({ params, body: { counts } })}
        success={`The register of ${name} is applied.`}
        onDone={done}
        onClose={onClose}
      >
        <p>
          {counted(counts.added, 'new license')}, {formatNumber(counts.changed)} changed, {formatNumber(counts.gone)} no
          longer listed. Licenses that organizations have are checked with it, as of {shortDay(asOf)}, unless they have
          a newer check. You can undo it until the next register of {name} is applied.
        </p>
      </Confirm>
    );
  }
  if (asked.act === 'undo') {
    return (
      <Confirm
        title={`Undo the register of ${name} of ${shortDay(asOf)}?`}
        act="Undo import"
        run={() => undo.run({ params })}
        success="Import undone."
        onDone={done}
        onClose={onClose}
      >
        <p>
          The register is as it was before. So are the checks of licenses that organizations have, unless they were
          changed since.
        </p>
      </Confirm>
    );
  }
  return (
    <Confirm
      title={`Discard this draft of ${name}?`}
      act="Discard draft"
      run={() => discard.run({ params })}
      success="Draft discarded."
      onDone={done}
      onClose={onClose}
    >
      <p>Nothing was changed by it. To use the file, import it again.</p>
    </Confirm>
  );
}

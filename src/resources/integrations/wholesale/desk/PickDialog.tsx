import { useState } from 'react';
import type { WholesaleSync } from '../../../../../domain/integrations/integrations';
import type { MatchedKind, MatchRow } from '../../../../../domain/wholesale/match-contract';
import { wholesaleMatches as calls } from '../../../../../domain/wholesale/match-contract';
import { CallError, messageOf } from '../../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { Button } from '../../../../ui/Button';
import { Dialog } from '../../../../ui/Dialog';
import { Field, TextInput } from '../../../../ui/Field';
import { useDebounced } from '../../../../ui/hooks';
import { ErrorState, Skeleton } from '../../../../ui/states';
import css from './desk.module.css';

type Props = { sync: WholesaleSync; kind: MatchedKind; row: MatchRow; onClose: () => void };

/** Chooses which of ours one of theirs is. */
export function PickDialog({ sync, kind, row, onClose }: Props) {
  const params = { orgId: sync.orgId, id: sync.id };
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const found = useCallQuery(calls.options, { params, query: { kind, search } }, { keepsPrevious: true });
  const { run, error, isPending } = useCall(calls.decide, { showsErrors: true });
  const choose = async (ownId: number) => {
    const decisions = [{ externalId: row.externalId, state: 'MATCHED' as const, ownId }];
    if ((await run({ params, body: { kind, decisions } })).ok) onClose();
  };
  const fields = error instanceof CallError ? Object.values(error.errors ?? {}).flat() : [];
  const refusal = error === null ? undefined : String(fields[0] ?? messageOf(error));
  const noun = kind === 'PRODUCT' ? 'product' : 'customer';
  return (
    <Dialog
      title={`Which ${noun} is ${row.name}?`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Cancel</Button>}
    >
      <Field
        label={kind === 'PRODUCT' ? 'Name or SKU' : 'Name or license number'}
        hint={row.mark && `There: ${row.mark}`}
        error={refusal}
      >
        <TextInput type="search" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {found.isError && <ErrorState message={messageOf(found.error)} onRetry={() => void found.refetch()} />}
      {!found.data && !found.isError && <Skeleton height="120px" />}
      {found.data?.length === 0 && <p className="v-hint">Nothing found. Try other words.</p>}
      <ul className={css.found} aria-label="Found">
        {found.data?.map((own) => (
          <li key={own.id}>
            <Button tone="quiet" busy={isPending} onClick={() => void choose(own.id)}>
              <span>
                {own.name} <span className="v-hint">{own.mark}</span>
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

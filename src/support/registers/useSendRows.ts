import { useRef, useState } from 'react';
import type { CallInput } from '../../../domain/contract/endpoint';
import { MOST_IMPORT_ROWS } from '../../../domain/import';
import type { REGISTER_FIELDS } from '../../../domain/licenses/register';
import { registerImports as calls } from '../../../domain/licenses/register-contract';
import type { ReadRows } from '../../kit/import/MapColumns';
import { type CallResult, useCall } from '../../providers/refine/use-call';

type Begun = Omit<CallInput<typeof calls.begin>['body'], 'rows'>;
/** The draft a file was sent to. */
export type Sent = { id: number };

/** Sends a file's rows to a draft in portions; after a failure it goes on where it was. */
export function useSendRows() {
  const [progress, setProgress] = useState<{ sent: number; rows: number } | null>(null);
  const begin = useCall(calls.begin, { showsErrors: true });
  const add = useCall(calls.addRows, { showsErrors: true });
  const begun = useRef<{ key: string; id: number; portions: number } | null>(null);
  const send = async (what: Begun, { rows, unread }: ReadRows<typeof REGISTER_FIELDS>): Promise<Sent> => {
    const wrong = unread.map(({ row, reasons }) => ({ row, problem: reasons.join(' ') }));
    const all = [...rows, ...wrong].sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
    const body = { ...what, rows: all.length };
    const key = JSON.stringify(body);
    if (begun.current?.key !== key) {
      begun.current = { key, id: replyOf(await begin.run({ body })).id, portions: 0 };
    }
    const draft = begun.current;
    for (let at = draft.portions * MOST_IMPORT_ROWS; at < all.length; at += MOST_IMPORT_ROWS) {
      setProgress({ sent: at, rows: all.length });
      const portion = { portion: draft.portions + 1, rows: all.slice(at, at + MOST_IMPORT_ROWS) };
      replyOf(await add.run({ params: { id: draft.id }, body: portion }));
      draft.portions += 1;
    }
    setProgress({ sent: all.length, rows: all.length });
    return { id: draft.id };
  };
  return { send, progress };
}

function replyOf<T>(result: CallResult<T>): T {
  if (result.ok) return result.value;
  throw result.error;
}

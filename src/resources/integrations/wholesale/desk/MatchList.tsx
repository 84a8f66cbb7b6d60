import { useState } from 'react';
import type { WholesaleSync } from '../../../../../domain/integrations/integrations';
import { counted } from '../../../../../domain/text';
import type { MatchedKind, MatchRow } from '../../../../../domain/wholesale/match-contract';
import { wholesaleMatches as calls } from '../../../../../domain/wholesale/match-contract';
import type { MatchState } from '../../../../../domain/wholesale/vocabulary';
import { CustomerLink } from '../../../../kit/links/CustomerLink';
import { ProductLink } from '../../../../kit/links/ProductLink';
import { PanelPager } from '../../../../kit/record/PanelPager';
import { messageOf } from '../../../../providers/call/call-errors';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { showSnack } from '../../../../providers/snackbar';
import { Button } from '../../../../ui/Button';
import { Field, TextInput } from '../../../../ui/Field';
import { useDebounced } from '../../../../ui/hooks';
import { Pill, type PillTone } from '../../../../ui/Pill';
import { EmptyState, ErrorState, Skeleton } from '../../../../ui/states';
import css from './desk.module.css';
import { PickDialog } from './PickDialog';

type Props = { sync: WholesaleSync; kind: MatchedKind; mayChange: boolean };
const WORDS = {
  PRODUCT: { title: 'Products', one: 'product', search: 'Find their product or SKU' },
  CUSTOMER: { title: 'Customers', one: 'customer', search: 'Find their customer or license' },
} as const;
const STATES: Record<MatchState, { label: string; tone: PillTone }> = {
  OPEN: { label: 'Undecided', tone: 'warning' },
  MATCHED: { label: 'Matched', tone: 'positive' },
  NEW: { label: 'To be made', tone: 'info' },
  IGNORED: { label: 'Left out', tone: 'neutral' },
};
const ITEMS = 25;

/** Theirs of a kind beside ours, the undecided first, each decided with one act. */
export function MatchList({ sync, kind, mayChange }: Props) {
  const words = WORDS[kind];
  const params = { orgId: sync.orgId, id: sync.id };
  const [page, setPage] = useState(0);
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const [picking, setPicking] = useState<MatchRow | null>(null);
  const query = { kind, page, itemsPerPage: ITEMS, ...(search && { search }) };
  const rows = useCallQuery(calls.list, { params, query }, { topics: ['integrations'], keepsPrevious: true });
  const decide = useCall(calls.decide);
  const certain = useCall(calls.acceptCertain);
  const set = (externalId: string, state: MatchState, ownId: number | null = null) =>
    decide.run({ params, body: { kind, decisions: [{ externalId, state, ownId }] } });
  const acceptAll = async () => {
    const done = await certain.run({ params, body: { kind } });
    if (done.ok) showSnack({ status: 'success', message: `${counted(done.value.accepted, words.one)} matched.` });
  };
  const title = `their-${kind.toLowerCase()}`;
  return (
    <section className={css.panel} aria-labelledby={title}>
      <header>
        <h2 id={title}>{words.title}</h2>
        {mayChange && (
          <Button busy={certain.isPending} onClick={() => void acceptAll()}>
            Accept all certain<span className="v-hidden"> {words.title.toLowerCase()}</span>
          </Button>
        )}
      </header>
      <Field label={words.search} labelHidden>
        <TextInput
          type="search"
          placeholder={words.search}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPage(0);
          }}
        />
      </Field>
      {rows.isError && <ErrorState message={messageOf(rows.error)} onRetry={() => void rows.refetch()} />}
      {!rows.data && !rows.isError && <Skeleton height="160px" />}
      {rows.data?.results.length === 0 && (
        <EmptyState
          icon="search"
          title={search ? 'Nothing found' : 'Nothing read yet'}
          hint={search ? 'Try other words.' : 'What is in the wholesale marketplace appears here once it is read.'}
        />
      )}
      {rows.data && rows.data.results.length > 0 && (
        <ul className={css.rows} aria-label={`Their ${words.title.toLowerCase()}`}>
          {rows.data.results.map((row) => (
            <Row key={row.externalId} row={row} kind={kind} mayChange={mayChange} set={set} onPick={setPicking} />
          ))}
        </ul>
      )}
      {rows.data && (
        <PanelPager
          label={words.title.toLowerCase()}
          page={page}
          itemsPerPage={ITEMS}
          count={rows.data.resultCount}
          onPage={setPage}
          words={['Previous', 'Next']}
        />
      )}
      {picking && <PickDialog sync={sync} kind={kind} row={picking} onClose={() => setPicking(null)} />}
    </section>
  );
}

type RowProps = {
  row: MatchRow;
  kind: MatchedKind;
  mayChange: boolean;
  set: (externalId: string, state: MatchState, ownId?: number | null) => unknown;
  onPick: (row: MatchRow) => void;
};

function Row({ row, kind, mayChange, set, onPick }: RowProps) {
  const { externalId, state, own } = row;
  const [first] = row.suggestions;
  const hidden = <span className="v-hidden"> {row.name}</span>;
  return (
    <li>
      <div className={css.side}>
        <strong>{row.name}</strong>
        <span className="v-hint">{row.mark ?? 'Without a number'}</span>
        {row.problem && <span className={css.problem}>{row.problem}</span>}
      </div>
      <div className={css.side}>
        <Pill tone={STATES[state].tone}>{STATES[state].label}</Pill>
        {own && (kind === 'PRODUCT' ? <ProductLink product={own} /> : <CustomerLink customer={own} />)}
        {!own && first && (
          <span>
            {first.name} <span className="v-hint">{first.mark}</span>
            <br />
            <span className="v-hint">{first.why}</span>
          </span>
        )}
      </div>
      {mayChange && (
        <div className={css.acts}>
          {state === 'OPEN' && first && (
            <Button tone="primary" onClick={() => void set(externalId, 'MATCHED', first.id)}>
              Accept{hidden}
            </Button>
          )}
          <Button onClick={() => onPick(row)}>Choose{hidden}</Button>
          {state !== 'NEW' && !own && (
            <Button tone="quiet" onClick={() => void set(externalId, 'NEW')}>
              Make new{hidden}
            </Button>
          )}
          <Button tone="quiet" onClick={() => void set(externalId, state === 'OPEN' ? 'IGNORED' : 'OPEN')}>
            {state === 'OPEN' ? 'Leave out' : 'Undo'}
            {hidden}
          </Button>
        </div>
      )}
    </li>
  );
}

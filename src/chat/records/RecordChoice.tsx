import { useQuery } from '@tanstack/react-query';
import { useContext, useDeferredValue, useId, useState } from 'react';
import { type Card, cardName } from '../../../domain/cards/card';
import type { LinkKind } from '../../../domain/cards/links';
import { type CardRef, refOfAddress, refText } from '../../../domain/cards/refs';
import { intakes } from '../../../domain/intakes/contract';
import { call } from '../../providers/call';
import { useSession } from '../../providers/session';
import { useChosenLicense } from '../../providers/useChosenLicense';
import { Manifests } from '../../shell/navigation/useAppNavigation';
import { Field, FieldError, TextInput } from '../../ui/Field';
import { cardFacts } from '../cards/card.text';
import { useCard } from '../cards/useCard';
import css from '../share/ShareDialog.module.css';

const LABELS: Record<LinkKind, string> = {
  ORDER_COMMENT: 'Find a sales order',
  ORDER_PROBLEM: 'Find a purchase order',
  INTAKE_NOTE: 'Find an intake',
};

/** Whether a record takes what is added. */
export const takes = (kind: LinkKind, card: Card): boolean =>
  kind === 'INTAKE_NOTE'
    ? card.kind === 'intake' && !card.isVoided
    : card.kind === 'order' && card.side === (kind === 'ORDER_COMMENT' ? 'seller' : 'buyer');

type Props = {
  kind: LinkKind;
  suggested: readonly CardRef[];
  chosen: Card | null;
  onChoose: (card: Card) => void;
  error: string | undefined;
};

/** Chooses a record: those the conversation links to, then the newest or what is searched for. */
export function RecordChoice({ kind, suggested, chosen, onChoose, error }: Props) {
  const [search, setSearch] = useState('');
  const text = useDeferredValue(search.trim());
  const { data: found = [], isFetching } = useFoundRefs(kind, text);
  const group = useId();
  const first = text === '' ? suggested.filter((ref) => (ref.kind === 'intake') === (kind === 'INTAKE_NOTE')) : [];
  const refs = new Map([...first, ...found].map((ref) => [refText(ref), ref]));
  return (
    <div className={css.form}>
      <Field label={LABELS[kind]}>
        <TextInput
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </Field>
      <ul className={css.list} aria-label="Records" aria-busy={isFetching}>
        {[...refs.values()].map((ref) => (
          <Choice key={refText(ref)} of={ref} kind={kind} group={group} chosen={chosen} onChoose={onChoose} />
        ))}
      </ul>
      {refs.size === 0 && !isFetching && <p className="muted small">Nothing found.</p>}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

type ChoiceProps = Pick<Props, 'kind' | 'chosen' | 'onChoose'> & { of: CardRef; group: string };

function Choice({ of, kind, group, chosen, onChoose }: ChoiceProps) {
  const { data: card } = useCard(of);
  if (!card || !takes(kind, card)) return null;
  return (
    <li>
      <label>
        <input
          type="radio"
          name={group}
          checked={chosen !== null && refText(chosen) === refText(card)}
          onChange={() => onChoose(card)}
        />
        <span>{cardName(card)}</span>
        <span className="muted small">{cardFacts(card).slice(0, 2).join(' · ')}</span>
      </label>
    </li>
  );
}

/** Records of a kind by a text, as the palette finds them; without one the newest. */
function useFoundRefs(kind: LinkKind, text: string) {
  const { scope } = useSession();
  const { license } = useChosenLicense('intakes');
  const name = kind === 'ORDER_COMMENT' ? 'orders' : 'purchase-orders';
  const finds = useContext(Manifests).find((manifest) => manifest.name === name)?.finds;
  return useQuery<CardRef[]>({
    queryKey: ['records', kind, text, scope?.orgId, license?.id],
    queryFn: async ({ signal }) => {
      if (kind === 'INTAKE_NOTE') {
        if (!license) return [];
        const query = { pageSize: 25, ...(text ? { searchTerm: text } : {}) };
        const { results } = await call(intakes.list, { params: { licenseId: license.id }, query }, { signal });
        return results.map(({ id }) => ({ kind: 'intake', id: String(id) }));
      }
      if (!scope || !finds) return [];
      const found = await finds(text, scope, { signal });
      return found.flatMap(({ path }) => refOfAddress(path, location.origin) ?? []);
    },
  });
}

import { useState } from 'react';
import { brandSuggestions as calls } from '../../../domain/brands/contract';
import type { ReviewedSuggestion } from '../../../domain/brands/suggestion';
import { defineFilters, text } from '../../../domain/filters';
import { finds } from '../../../domain/search-text';
import { Confirm } from '../../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../kit/list/columns';
import { useCall } from '../../providers/refine/use-call';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { reviewed } from './resource';

const filters = defineFilters({ q: text('Brand or organization') });

const columns: readonly GridColumn<ReviewedSuggestion>[] = [
  nameColumn('name', 'Brand', {
    cell: ({ suggestedName }) => suggestedName,
    value: ({ suggestedName }) => suggestedName,
    width: 200,
  }),
  textColumn('states', 'States', ({ suggestedStates }) => suggestedStates.join(', '), { width: 140, card: 'lead' }),
  textColumn('org', 'Organization', ({ orgName }) => orgName, { width: 200, sortable: true, card: 'lead' }),
  textColumn('by', 'Suggested by', ({ suggestedBy, suggestedByEmail }) => `${suggestedBy} (${suggestedByEmail})`, {
    width: 260,
    card: 'hidden',
  }),
  textColumn('goes', 'Goes to', ({ autoClaim, orgName, invitedEmail }) => (autoClaim ? orgName : invitedEmail), {
    width: 200,
  }),
  dayColumn('created', 'Suggested', ({ created }) => created, { sortable: true }),
];

type Act = { row: ReviewedSuggestion; kind: 'approve' | 'reject' };

/** Suggested brands, for Verdant staff to approve or reject. */
export default function BrandReview() {
  const address = useListAddress(filters);
  const [act, setAction] = useState<Act | null>(null);
  const isWanted = finds(address.filters.q ?? '');
  return (
    <PageFrame title="Brands in review" breadcrumbs={[{ label: 'Support console', to: '/support' }]}>
      <ResourceGrid<ReviewedSuggestion>
        resource={reviewed}
        label="Brands in review"
        noun={['brand', 'brands']}
        columns={columns}
        nameOf={({ suggestedName }) => suggestedName}
        matches={({ suggestedName, orgName }) => isWanted(suggestedName, orgName)}
        address={address}
        search={{ label: 'Find a brand', field: 'q' }}
        empty={{ title: 'No brands in review', hint: 'Brands that people suggest appear here.' }}
        rowActions={(row) => [
          { label: 'Approve', onSelect: () => setAction({ row, kind: 'approve' }) },
          { label: 'Reject', tone: 'danger', onSelect: () => setAction({ row, kind: 'reject' }) },
        ]}
      />
      {act?.kind === 'approve' && <Approve row={act.row} onClose={() => setAction(null)} />}
      {act?.kind === 'reject' && <Reject row={act.row} onClose={() => setAction(null)} />}
    </PageFrame>
  );
}

type DialogProps = { row: ReviewedSuggestion; onClose: () => void };

function Approve({ row, onClose }: DialogProps) {
  const { run } = useCall(calls.approve, { showsErrors: true });
  const { id, suggestedName, orgName, autoClaim, invitedEmail } = row;
  const goes = autoClaim
    ? `It becomes a brand of ${orgName}.`
    : invitedEmail === null
      ? 'Any organization can claim it.'
      : `We’ll email ${invitedEmail} an invitation to claim it.`;
  return (
    <Confirm
      title={`Approve ${suggestedName}?`}
      act="Approve brand"
      tone="primary"
      run={() => run({ params: { id } })}
      success={`${suggestedName} created.`}
      onClose={onClose}
    >
      <p>
        {goes} We’ll email {row.suggestedByEmail}.
      </p>
    </Confirm>
  );
}

function Reject({ row, onClose }: DialogProps) {
  const { run } = useCall(calls.reject, { showsErrors: true });
  return (
    <Confirm
      title={`Reject ${row.suggestedName}?`}
      act="Reject brand"
      values={{ reason: '' }}
      schema={calls.reject.body}
      fields={[{ name: 'reason', label: 'Reason', control: 'textarea', required: true, maxLength: 500 }]}
      run={({ reason }) => run({ params: { id: row.id }, body: { reason } })}
      success={`${row.suggestedName} rejected.`}
      onClose={onClose}
    >
      <p>We’ll email {row.suggestedByEmail} with your reason.</p>
    </Confirm>
  );
}

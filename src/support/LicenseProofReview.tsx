import { useState } from 'react';
import { defineFilters, text } from '../../domain/filters';
import { licenseProofs as calls, type SentProof } from '../../domain/licenses/proof-contract';
import { finds } from '../../domain/search-text';
import { Confirm } from '../kit/form/questions/Confirm';
import { ResourceGrid, useListAddress } from '../kit/list';
import { dayColumn, nameColumn, textColumn } from '../kit/list/columns';
import { downloadFile } from '../kit/list/export/download-file';
import { resourceOf } from '../providers/refine/resource';
import { useCall } from '../providers/refine/use-call';
import type { GridColumn } from '../ui/grid';
import { PageFrame } from '../ui/PageFrame';

const proofs = resourceOf({
  name: 'sent-proofs',
  topics: ['organization'],
  list: calls.review,
  update: calls.accept,
  remove: calls.decline,
});

const filters = defineFilters({ q: text('Number or organization') });
const nameOf = ({ usState, licenseNumber }: SentProof) => `${usState} ${licenseNumber}`;

const columns: readonly GridColumn<SentProof>[] = [
  nameColumn('number', 'License', { cell: nameOf, value: nameOf, width: 190 }),
  textColumn('name', 'Name', ({ licenseName }) => licenseName, { width: 200, card: 'lead' }),
  textColumn('org', 'Organization', ({ orgName }) => orgName, { width: 200, sortable: true, card: 'lead' }),
  textColumn('by', 'Sent by', ({ sentBy }) => sentBy, { width: 260 }),
  dayColumn('sent', 'Sent', ({ sentAt }) => sentAt, { sortable: true }),
];

type Act = { row: SentProof; kind: 'accept' | 'decline' };

/** Documents by which organizations prove that licenses are theirs, for support staff to look at. */
export default function LicenseProofReview() {
  const address = useListAddress(filters);
  const [act, setAct] = useState<Act | null>(null);
  const isWanted = finds(address.filters.q ?? '');
  const download = (id: number) =>
    void downloadFile(calls.document, { params: { id } }, 'The document couldn’t be downloaded.');
  return (
    <PageFrame title="Documents of licenses" breadcrumbs={[{ label: 'Support console', to: '/support' }]}>
      <ResourceGrid<SentProof>
        resource={proofs}
        label="Documents of licenses"
        noun={['document', 'documents']}
        columns={columns}
        nameOf={nameOf}
        matches={({ licenseNumber, licenseName, orgName }) => isWanted(licenseNumber, licenseName, orgName)}
        address={address}
        search={{ label: 'Find a document', field: 'q' }}
        empty={{ title: 'No documents to look at', hint: 'Documents that verify licenses appear here.' }}
        rowActions={(row) => [
          { label: 'Download document', onSelect: () => download(row.id) },
          { label: 'Accept', onSelect: () => setAct({ row, kind: 'accept' }) },
          { label: 'Decline', tone: 'danger', onSelect: () => setAct({ row, kind: 'decline' }) },
        ]}
      />
      {act?.kind === 'accept' && <Accept row={act.row} onClose={() => setAct(null)} />}
      {act?.kind === 'decline' && <Decline row={act.row} onClose={() => setAct(null)} />}
    </PageFrame>
  );
}

type DialogProps = { row: SentProof; onClose: () => void };

function Accept({ row, onClose }: DialogProps) {
  const { run } = useCall(calls.accept, { showsErrors: true });
  return (
    <Confirm
      title={`Accept the document of ${nameOf(row)}?`}
      act="Accept document"
      tone="primary"
      run={() => run({ params: { id: row.id } })}
      success={`${nameOf(row)} is verified.`}
      onClose={onClose}
    >
      <p>Everybody sees that the license of {row.orgName} is verified by document. We tell its sender.</p>
    </Confirm>
  );
}

function Decline({ row, onClose }: DialogProps) {
  const { run } = useCall(calls.decline, { showsErrors: true });
  return (
    <Confirm
      title={`Decline the document of ${nameOf(row)}?`}
      act="Decline document"
      values={{ reason: '' }}
      schema={calls.decline.body}
      fields={[{ name: 'reason', label: 'Reason', control: 'textarea', required: true, maxLength: 500 }]}
      run={({ reason }) => run({ params: { id: row.id }, body: { reason } })}
      success={`Document of ${nameOf(row)} declined.`}
      onClose={onClose}
    >
      <p>We tell its sender your reason. They can send another document.</p>
    </Confirm>
  );
}

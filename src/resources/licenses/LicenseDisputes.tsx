import { useState } from 'react';
import { defineFilters, text } from '../../../domain/filters';
import { DISPUTE_STATES, type DisputeState, type OwnDispute } from '../../../domain/licenses/dispute';
import { licenseDisputes as calls } from '../../../domain/licenses/dispute-contract';
import { stateChoices } from '../../../domain/organization/us-states';
import { finds } from '../../../domain/search-text';
import { useCan } from '../../access/useCan';
import { DocumentField } from '../../kit/form/controls/DocumentField';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { CreateButton, ResourceGrid, useListAddress } from '../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../kit/list/columns';
import { resourceOf } from '../../providers/refine/resource';
import { useSession } from '../../providers/session';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill, type PillProps } from '../../ui/Pill';

const disputes = resourceOf({
  name: 'license-disputes',
  topics: ['organization'],
  list: calls.list,
  create: calls.create,
});

const filters = defineFilters({ q: text('License number') });

const LOOKS: Record<DisputeState, Omit<PillProps, 'children'>> = {
  OPEN: { tone: 'progress', mark: 'clock' },
  UPHELD: { tone: 'positive' },
  DISMISSED: { tone: 'neutral', mark: 'slash' },
};

const columns: readonly GridColumn<OwnDispute>[] = [
  nameColumn('number', 'License', {
    cell: ({ usState, licenseNumber }) => `${usState} ${licenseNumber}`,
    value: ({ licenseNumber }) => licenseNumber,
    width: 200,
  }),
  {
    id: 'state',
    header: 'Status',
    cell: ({ state }) => <Pill {...LOOKS[state]}>{DISPUTE_STATES[state]}</Pill>,
    value: ({ state }) => DISPUTE_STATES[state],
    width: 130,
    sortable: true,
    card: 'lead',
  },
  textColumn('reason', 'Your reason', ({ reason }) => reason, { width: 300, card: 'text' }),
  textColumn('document', 'Document', ({ hasDocument }) => (hasDocument ? 'Sent' : 'None'), { width: 110 }),
  textColumn('answer', 'What support said', ({ answer }) => answer, { width: 300, card: 'text' }),
  dayColumn('created', 'Disputed', ({ created }) => created, { sortable: true, card: 'hidden' }),
];

/** License numbers that another organization has, and this one says are its own. */
export default function LicenseDisputes() {
  const address = useListAddress(filters);
  const { can, whyNot } = useCan();
  const [attached, attach] = useState<OwnDispute | null>(null);
  const isWanted = finds(address.filters.q ?? '');
  const add = <CreateButton label="Dispute a license" requires={calls.create.requires} />;
  return (
    <PageFrame
      title="Disputed Licenses"
      breadcrumbs={[{ label: 'My Licenses', to: '/network/licenses' }]}
      actions={add}
    >
      <ResourceGrid<OwnDispute>
        resource={disputes}
        label="Disputed licenses"
        noun={['dispute', 'disputes']}
        columns={columns}
        nameOf={({ licenseNumber }) => licenseNumber}
        matches={({ licenseNumber }) => isWanted(licenseNumber)}
        address={address}
        search={{ label: 'Find a disputed license', field: 'q' }}
        empty={{
          title: 'No disputed licenses',
          hint: 'Does another organization have your license’s number? Say so, and support looks at it.',
          action: add,
        }}
        rowActions={(row) =>
          row.state === 'OPEN' && can(calls.attach.requires)
            ? [{ label: row.hasDocument ? 'Replace the document' : 'Add a document', onSelect: () => attach(row) }]
            : []
        }
        whyNotOpen={(row) => (row ? '' : whyNot(calls.create.requires))}
        drawer={({ row, onClose }) => (row ? null : <DisputeLicense onAdded={attach} onClose={onClose} />)}
      />
      {attached && <AddDocument dispute={attached} onClose={() => attach(null)} />}
    </PageFrame>
  );
}

type DisputeProps = { onAdded: (dispute: OwnDispute) => void; onClose: () => void };

function DisputeLicense({ onAdded, onClose }: DisputeProps) {
  const state = useSession().organization?.defaultState ?? '';
  const form = useRecordForm<typeof disputes, { licenseNumber: string; state: string; reason: string }>(disputes, {
    values: { licenseNumber: '', state, reason: '' },
    success: ({ licenseNumber }) => `License ${licenseNumber} disputed. We tell you what support decides.`,
    onSaved: (dispute) => {
      onClose();
      onAdded(dispute);
    },
  });
  return (
    <FormDrawer
      form={form}
      title="Dispute a license"
      intro={<p>Verdant support looks at how the organization that has it proved it, and at what you say and send.</p>}
      save="Dispute license"
      onClose={onClose}
      fields={[
        {
          name: 'licenseNumber',
          label: 'License number',
          required: true,
          maxLength: 60,
          hint: 'As the state wrote it.',
        },
        { name: 'state', label: 'State', control: 'lookup', options: stateChoices, required: true },
        {
          name: 'reason',
          label: 'Why it’s yours',
          control: 'textarea',
          required: true,
          maxLength: 500,
          hint: 'Such as what your license says, and whom support can ask. You can add a document next.',
        },
      ]}
    />
  );
}

function AddDocument({ dispute, onClose }: { dispute: OwnDispute; onClose: () => void }) {
  return (
    <Dialog
      title={`Document for license ${dispute.licenseNumber}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Not now</Button>}
    >
      <p>The license itself, or a letter of the state about it, helps support decide.</p>
      <DocumentField
        label="Choose a document"
        call={calls.attach}
        input={{ params: { id: dispute.id } }}
        success="Document added."
        onSaved={onClose}
      />
    </Dialog>
  );
}

import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { brandInvites as calls } from '../../../domain/brands/contract';
import { BRAND_INVITE_STATUSES, type BrandInvite, type BrandInviteStatus } from '../../../domain/brands/invite';
import { defineFilters, text } from '../../../domain/filters';
import { finds } from '../../../domain/search-text';
import { useCan } from '../../access/useCan';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { Confirm } from '../../kit/form/questions/Confirm';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { CreateButton, ResourceGrid, useListAddress } from '../../kit/list';
import { dayColumn, nameColumn, textColumn } from '../../kit/list/columns';
import { messageOf } from '../../providers/call/call-errors';
import { useCall } from '../../providers/refine/use-call';
import { useResourceDelete, useResourceList } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { showSnack } from '../../providers/snackbar';
import type { GridColumn } from '../../ui/grid';
import { PageFrame } from '../../ui/PageFrame';
import { Pill, type PillProps } from '../../ui/Pill';
import { ReceivedInvites } from './ReceivedInvites';
import { invites } from './resource';

const filters = defineFilters({ q: text('Brand or email') });
type Row = BrandInvite & { id: number };

const PILLS: Record<BrandInviteStatus, PillProps> = {
  INVITED: { tone: 'progress', mark: 'clock', children: BRAND_INVITE_STATUSES.INVITED },
  ACCEPTED: { tone: 'positive', children: BRAND_INVITE_STATUSES.ACCEPTED },
  INVITE_REJECTED: { tone: 'negative', children: BRAND_INVITE_STATUSES.INVITE_REJECTED },
  EXPIRED: { tone: 'warning', children: BRAND_INVITE_STATUSES.EXPIRED },
  WITHDRAWN: { mark: 'slash', children: BRAND_INVITE_STATUSES.WITHDRAWN },
};

const columns: readonly GridColumn<Row>[] = [
  nameColumn('email', 'Email', {
    cell: ({ invitedEmail }) => invitedEmail,
    value: ({ invitedEmail }) => invitedEmail,
    width: 280,
  }),
  textColumn('brand', 'Brand', ({ brandName }) => brandName, { width: 220, sortable: true, card: 'lead' }),
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Pill {...PILLS[status]} />,
    value: ({ status }) => BRAND_INVITE_STATUSES[status],
    width: 130,
    sortable: true,
    card: 'lead',
  },
  dayColumn('sent', 'Sent', ({ sent }) => sent, { sortable: true }),
  dayColumn('expires', 'Expires', ({ expiresAt }) => expiresAt, { card: 'hidden' }),
  textColumn('by', 'Invited by', ({ invitedBy }) => invitedBy, { width: 160, card: 'hidden' }),
];

/** The brand invites the organization sent, and those sent to the reader. */
export default function BrandInvites() {
  const address = useListAddress(filters);
  const { query, result } = useResourceList(invites);
  const resend = useCall(calls.resend);
  const [withdrawn, setWithdrawn] = useState<Row | null>(null);
  const { can, whyNot } = useCan();
  const orgId = useSession().scope?.orgId ?? 0;
  const mayWrite = can(calls.create.requires);
  const rows = query.data && result.data.map((invite): Row => ({ ...invite, id: invite.brandInviteId }));
  const isWanted = finds(address.filters.q ?? '');
  const add = <CreateButton label="Invite" requires={calls.create.requires} />;
  const again = async ({ id, invitedEmail }: Row) => {
    const sent = await resend.run({ params: { orgId, id } });
    if (sent.ok) showSnack({ status: 'success', message: `We emailed ${invitedEmail} the invite again.` });
  };
  return (
    <PageFrame title="Brand invites" breadcrumbs={[{ label: 'My Brands', to: '/network/brands' }]} actions={add}>
      <ReceivedInvites />
      <ResourceGrid<Row>
        resource={invites}
        label="Brand invites"
        noun={['invite', 'invites']}
        columns={columns}
        nameOf={({ invitedEmail, brandName }) => `invite of ${invitedEmail} to ${brandName}`}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={({ invitedEmail, brandName }) => isWanted(invitedEmail, brandName)}
        address={address}
        search={{ label: 'Find an invite', field: 'q' }}
        empty={{
          title: 'No brand invites yet',
          hint: 'To hand a brand over to another business, invite someone there. Once they accept, it’s theirs.',
          action: add,
        }}
        rowTone={({ status }) => (status === 'WITHDRAWN' ? 'muted' : undefined)}
        rowActions={(row) =>
          mayWrite && (row.status === 'INVITED' || row.status === 'EXPIRED')
            ? [
                { label: 'Resend', onSelect: () => void again(row) },
                { label: 'Withdraw', tone: 'danger', separated: true, onSelect: () => setWithdrawn(row) },
              ]
            : []
        }
        whyNotOpen={(row) => (row ? '' : whyNot(calls.create.requires))}
        drawer={({ row, onClose }) => (row ? null : <InviteToBrand onClose={onClose} />)}
      />
      {withdrawn && <Withdraw invite={withdrawn} onClose={() => setWithdrawn(null)} />}
    </PageFrame>
  );
}

type Values = { brandId: number | null; invitedEmail: string; message: string };

function InviteToBrand({ onClose }: { onClose: () => void }) {
  const own = useSession().organization?.brands ?? [];
  const asked = Number(useSearchParams()[0].get('brandId'));
  const brandId = own.some(({ id }) => id === asked) ? asked : null;
  const form = useRecordForm<typeof invites, Values>(invites, {
    values: { brandId, invitedEmail: '', message: '' },
    body: ({ brandId, ...values }) => ({ ...values, brandId: brandId ?? undefined }),
    success: ({ invitedEmail }) => `We emailed ${invitedEmail} an invitation.`,
    onSaved: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title="Invite to a brand"
      intro={
        <p>Whoever accepts takes the brand over for their organization. You can withdraw the invite until then.</p>
      }
      save="Invite"
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'select',
          options: own.map(({ id, name }) => ({ value: id, label: name })),
          placeholder: 'Choose one',
          required: true,
        },
        { name: 'invitedEmail', label: 'Email', control: 'email', required: true, maxLength: 254 },
        { name: 'message', label: 'Message', control: 'textarea', maxLength: 1000 },
      ]}
    />
  );
}

function Withdraw({ invite, onClose }: { invite: Row; onClose: () => void }) {
  const { run } = useResourceDelete(invites, { showsErrors: true });
  return (
    <Confirm
      title={`Withdraw the invite of ${invite.invitedEmail}?`}
      act="Withdraw invite"
      run={() => run(invite.id)}
      success={`Invite of ${invite.invitedEmail} withdrawn.`}
      onClose={onClose}
    >
      <p>Its link stops working. {invite.brandName} stays yours.</p>
    </Confirm>
  );
}

import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { withoutPlan } from '../../../domain/access/ability';
import { defineFilters, text } from '../../../domain/filters';
import { priceSchedules as calls, type PriceSchedule, type PriceScheduleRow } from '../../../domain/pricing/contract';
import { pricesKeptThere } from '../../../domain/pricing/own-prices';
import { finds } from '../../../domain/search-text';
import { PlanNote } from '../../access/PlanNote';
import { useCan } from '../../access/useCan';
import { attempt } from '../../kit/form/attempt';
import { FormDialog } from '../../kit/form/FormDrawer';
import { useActionForm } from '../../kit/form/useRecordForm';
import { PriceScheduleLink, pathOfSchedule } from '../../kit/links/PriceScheduleLink';
import { CreateButton, ResourceGrid, useListAddress } from '../../kit/list';
import { dayColumn, nameColumn } from '../../kit/list/columns';
import { useResourceCreate } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { useResumable } from '../../providers/session/resume';
import type { GridColumn } from '../../ui/grid';
import { lazyDialog } from '../../ui/lazy';
import { PageFrame } from '../../ui/PageFrame';
import { EmptyState } from '../../ui/states';
import { EnabledPill } from './EnabledPill';
import { priceSchedules } from './resource';

const ScheduleSwitch = lazyDialog(async () => (await import('./ScheduleDialogs')).ScheduleSwitch);
const DeleteSchedule = lazyDialog(async () => (await import('./ScheduleDialogs')).DeleteSchedule);

const scheduleFilters = defineFilters({ name: text('Name') });
const SORTS = {
  by: ['name', 'enabled', 'customerCount', 'productRuleCount', 'productLineRuleCount', 'lastChange'],
  first: 'name',
  desc: false,
} as const;

type Asked = { act: 'switch' | 'delete'; schedule: PriceScheduleRow };

/** The current company's price schedules. */
export default function PriceScheduleList() {
  const { sellerCompany, organization, scope } = useSession();
  const company = organization?.companies.find(({ companyId }) => companyId === scope?.sellerCompanyId);
  const address = useListAddress(scheduleFilters, SORTS);
  const [asked, ask] = useState<Asked | null>(null);
  const whyNot = useCan().whyNot(withoutPlan(calls.update.requires));
  const add = <CreateButton label="Add price schedule" requires={withoutPlan(calls.create.requires)} />;
  const create = useCreate();
  const aside = sellerCompany && <span className="v-hint">{sellerCompany.name}</span>;
  if (company?.isMarketplaceLinked) {
    return (
      <PageFrame title="Pricing" aside={aside}>
        <EmptyState
          title="Prices come from the wholesale marketplace"
          hint={pricesKeptThere(company.name)}
          action={<Link to={`/account/manage/companies/${company.companyId}`}>{company.name}</Link>}
        />
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Pricing" aside={aside} actions={add}>
      <ResourceGrid<PriceScheduleRow>
        resource={priceSchedules}
        label="Price schedules"
        noun={['price schedule', 'price schedules']}
        columns={scheduleColumns}
        nameOf={({ name }) => `price schedule ${name}`}
        address={address}
        search={{ label: 'Find a price schedule', field: 'name' }}
        matches={({ name }) => finds(address.filters.name ?? '')(name)}
        pathOf={pathOfSchedule}
        empty={{
          title: 'No price schedules yet',
          hint: 'A price schedule gives customers you choose their own prices.',
          action: add,
        }}
        rowTone={({ enabled }) => (enabled ? undefined : 'muted')}
        rowActions={(schedule) => [
          {
            label: schedule.enabled ? 'Turn off' : 'Turn on',
            icon: schedule.enabled ? 'close' : 'check',
            disabled: whyNot !== null,
            onSelect: () => ask({ act: 'switch', schedule }),
          },
          {
            label: 'Delete price schedule',
            icon: 'trash',
            disabled: whyNot !== null,
            onSelect: () => ask({ act: 'delete', schedule }),
          },
        ]}
        drawer={({ onClose }) => <AddSchedule create={create} onClose={onClose} />}
      />
      {asked?.act === 'switch' && <ScheduleSwitch.Part schedule={asked.schedule} onClose={() => ask(null)} />}
      {asked?.act === 'delete' && <DeleteSchedule.Part schedule={asked.schedule} onClose={() => ask(null)} />}
    </PageFrame>
  );
}

type Draft = { orgId: number; companyId: number; name: string };

/** Adds a price schedule and opens it, also after an upgrade, when there is no form to wait for. */
function useCreate() {
  const { scope } = useSession();
  const navigate = useNavigate();
  const create = useResourceCreate(priceSchedules, { showsErrors: true });
  const form = useRef<{ made: PriceSchedule | null }>(null);
  const open = (schedule: PriceSchedule) => void navigate(pathOfSchedule(schedule), { replace: true });
  const run = useResumable('price-schedules.create', async (draft: Draft, options) => {
    const result = await create.run(draft, options);
    if (!result.ok) throw result.error;
    if (form.current) form.current.made = result.value;
    else open(result.value);
  });
  /** Null when it is held for an upgrade. */
  const add = async (name: string): Promise<PriceSchedule | null> => {
    form.current = { made: null };
    try {
      const where = { orgId: scope?.orgId ?? 0, companyId: scope?.sellerCompanyId ?? 0 };
      await run({ ...where, name }, `add the price schedule “${name}”`);
      return form.current.made;
    } finally {
      form.current = null;
    }
  };
  return { add, open };
}

function AddSchedule({ create, onClose }: { create: ReturnType<typeof useCreate>; onClose: () => void }) {
  const form = useActionForm(({ name }: { name: string }) => attempt(() => create.add(name)), {
    values: { name: '' },
    schema: calls.create.body.pick({ name: true }),
    onSaved: (made) => (made ? create.open(made) : onClose()),
  });
  return (
    <FormDialog
      form={form}
      title="Add a price schedule"
      intro={<PlanNote requires={calls.create.requires} />}
      save="Add price schedule"
      asksFirst={false}
      onClose={onClose}
      fields={[{ name: 'name', label: 'Name', required: true, maxLength: 120, hint: 'Buyers don’t see it.' }]}
    />
  );
}

const sortable = true;

const countColumn = (
  id: keyof PriceScheduleRow & ('customerCount' | 'productRuleCount' | 'productLineRuleCount'),
  header: string,
): GridColumn<PriceScheduleRow> => ({
  id,
  header,
  cell: (row) => row[id].toLocaleString('en-US'),
  value: (row) => row[id],
  align: 'end',
  width: 132,
  sortable,
});

/** Price schedule columns, sorted in the browser. */
const scheduleColumns: readonly GridColumn<PriceScheduleRow>[] = [
  nameColumn('name', 'Name', {
    cell: (row) => <PriceScheduleLink schedule={row} />,
    value: ({ name }) => name,
    width: 320,
  }),
  {
    id: 'enabled',
    header: 'Status',
    cell: ({ enabled }) => <EnabledPill enabled={enabled} />,
    value: ({ enabled }) => (enabled ? 'On' : 'Off'),
    width: 108,
    sortable,
    card: 'lead',
  },
  countColumn('customerCount', 'Customers'),
  countColumn('productRuleCount', 'Products'),
  countColumn('productLineRuleCount', 'Product lines'),
  dayColumn('lastChange', 'Last change', ({ lastChange }) => lastChange, { sortable, width: 124 }),
];

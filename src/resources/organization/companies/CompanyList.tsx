import { useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { COMPANY_TYPES, licenseDisplayName } from '../../../../domain/access/vocabulary';
import { defineFilters, ids, text } from '../../../../domain/filters';
import type { CompanyRecord } from '../../../../domain/organization/company';
import { stateChoices } from '../../../../domain/organization/us-states';
import { finds } from '../../../../domain/search-text';
import { useCan } from '../../../access/useCan';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { CreateButton, ResourceGrid, useListAddress } from '../../../kit/list';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { messageOf } from '../../../providers/call/call-errors';
import { useResourceList } from '../../../providers/refine/use-resource';
import { useSession } from '../../../providers/session';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { COMPANIES, typeOptions } from './company.text';
import { RemoveCompany } from './RemoveCompany';
import { companies } from './resource';
import { useLicenseOptions } from './useLicenseOptions';

const filters = defineFilters({
  q: text('Company'),
  licenseIds: ids('License', 'licenses'),
  distributorIds: ids('Usual distributor', 'distributors'),
});
type Row = CompanyRecord & { id: number };

/** The organization's seller companies. */
export default function CompanyList() {
  const address = useListAddress(filters);
  const { query, result } = useResourceList(companies);
  const { organization } = useSession();
  const licenses = organization?.licenses;
  const rows = useMemo(
    () => (query.data ? result.data.map((company): Row => ({ ...company, id: company.companyId })) : undefined),
    [query.data, result.data],
  );
  const columns = useMemo<readonly GridColumn<Row>[]>(
    () => [
      nameColumn('name', 'Company', {
        cell: ({ id, name }) => <Link to={`${COMPANIES}/${id}`}>{name}</Link>,
        value: ({ name }) => name,
        width: 240,
      }),
      textColumn('type', 'Type', ({ companyType }) => COMPANY_TYPES[companyType].label, { width: 130, sortable: true }),
      textColumn('state', 'State', ({ state }) => state.ansiAbbrevation, { width: 72, sortable: true, card: 'lead' }),
      textColumn('license', 'License', ({ licenseId }) => {
        const license = licenses?.find(({ id }) => id === licenseId);
        return license && licenseDisplayName(license);
      }),
      countColumn('people', 'Key people', ({ keyPeople }) => keyPeople.length),
      countColumn('locations', 'Locations', (company) => company.locations.length),
      textColumn(
        'payment',
        'Payment options',
        ({ paymentOptions }) => paymentOptions.map(({ name }) => name).join(', '),
        { width: 300 },
      ),
    ],
    [licenses],
  );
  const { q = '', licenseIds, distributorIds } = address.filters;
  const facets = organization
    ? {
        licenses: organization.licenses.map((license) => ({
          id: license.id,
          displayName: licenseDisplayName(license),
        })),
        distributors: organization.companies.map(({ companyId: id, name }) => ({ id, name })),
      }
    : undefined;
  const matches = ({ id, name, licenseId, distributorMappings }: Row) =>
    finds(q)(name) &&
    (licenseIds === undefined || (licenseId !== null && licenseIds.includes(licenseId))) &&
    (distributorIds === undefined ||
      distributorMappings.some(({ distributorId }) => distributorId !== id && distributorIds.includes(distributorId)));
  const add = <CreateButton label="Add company" requires={companies.create.requires} />;
  const { can, whyNot: reasonOf } = useCan();
  const whyNot = reasonOf(companies.create.requires);
  const [removed, setRemoved] = useState<Row | null>(null);
  return (
    <PageFrame title="Companies" breadcrumbs={[{ label: 'Setup', to: '/account/manage' }]} actions={add}>
      <ResourceGrid<Row>
        resource={companies}
        label="Companies"
        noun={['company', 'companies']}
        columns={columns}
        nameOf={({ name }) => name}
        rows={rows}
        error={query.error && messageOf(query.error)}
        onRetry={() => void query.refetch()}
        refreshing={query.isFetching && query.data !== undefined}
        matches={matches}
        address={address}
        filters={filters}
        facets={facets}
        search={{ label: 'Find a company', field: 'q' }}
        empty={{
          title: 'No companies yet',
          hint: 'Buyers order from a company. Add one for each state you sell in.',
          action: add,
        }}
        pathOf={({ id }) => `${COMPANIES}/${id}`}
        whyNotOpen={() => whyNot}
        rowActions={(company) =>
          can(companies.remove.requires)
            ? [{ label: 'Remove', tone: 'danger', onSelect: () => setRemoved(company) }]
            : []
        }
        drawer={({ onClose }) => <NewCompany onClose={onClose} />}
      />
      {removed && <RemoveCompany company={removed} onClose={() => setRemoved(null)} />}
    </PageFrame>
  );
}

const countColumn = (id: string, header: string, read: (row: Row) => number): GridColumn<Row> => ({
  id,
  header,
  cell: (row) => String(read(row)),
  value: read,
  align: 'end',
  width: 104,
  sortable: true,
});

type Values = { name: string; companyType: string; state: string; licenseId: number | null };

function NewCompany({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const state = useSession().organization?.defaultState ?? '';
  const form = useRecordForm<typeof companies, Values>(companies, {
    values: { name: '', companyType: '', state, licenseId: null },
    body: ({ state: ansiAbbrevation, ...fields }) => ({ ...fields, state: { ansiAbbrevation } }),
    success: ({ name }) => `${name} added.`,
    onSaved: ({ companyId }) => void navigate(`${COMPANIES}/${companyId}`, { replace: true }),
  });
  const licenses = useLicenseOptions(form.rhf.watch('state'));
  return (
    <FormDrawer
      form={form}
      title="Add a company"
      save="Add company"
      onClose={onClose}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 120 },
        {
          name: 'companyType',
          label: 'Type',
          control: 'select',
          options: typeOptions,
          placeholder: 'Choose one',
          required: true,
          half: true,
        },
        { name: 'state', label: 'State', control: 'select', options: stateChoices, required: true, half: true },
        {
          name: 'licenseId',
          label: 'License',
          control: 'select',
          options: licenses,
          placeholder: 'None yet',
          hint: 'The license it sells with.',
        },
      ]}
    />
  );
}

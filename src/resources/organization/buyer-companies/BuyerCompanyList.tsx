import { Link, useNavigate } from 'react-router';
import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import { defineFilters, ids, text } from '../../../../domain/filters';
import type { BuyerCompanyRecord } from '../../../../domain/organization/buyer-company';
import { useCan } from '../../../access/useCan';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { CreateButton, ResourceGrid, useListAddress } from '../../../kit/list';
import { nameColumn, textColumn } from '../../../kit/list/columns';
import { useSession } from '../../../providers/session';
import type { GridColumn } from '../../../ui/grid';
import { PageFrame } from '../../../ui/PageFrame';
import { BUYER_COMPANIES, nameOf } from './buyer-company.text';
import { buyerCompanies } from './resource';
import { type BuyerValues, useBuyerFields } from './useBuyerForm';

const filters = defineFilters({ q: text('Buyer company'), licenseIds: ids('License', 'licenses') });
const licensesOf = ({ buyerLicenses }: BuyerCompanyRecord) =>
  buyerLicenses.map(({ license }) => licenseDisplayName(license)).join(', ');

const columns: readonly GridColumn<BuyerCompanyRecord>[] = [
  nameColumn('name', 'Buyer company', {
    cell: (company) => <Link to={`${BUYER_COMPANIES}/${company.id}`}>{nameOf(company)}</Link>,
    value: nameOf,
    width: 260,
  }),
  textColumn('legal', 'Legal name', ({ businessLicenseName }) => businessLicenseName, { width: 240, sortable: true }),
  textColumn('licenses', 'Licenses', licensesOf, { width: 420 }),
];

/** The companies the organization buys with. */
export default function BuyerCompanyList() {
  const address = useListAddress(filters);
  const { q = '', licenseIds } = address.filters;
  const licenses = useSession().organization?.licenses;
  const facets = licenses && {
    licenses: licenses.map((one) => ({ id: one.id, displayName: licenseDisplayName(one) })),
  };
  const matches = (company: BuyerCompanyRecord) =>
    `${nameOf(company)} ${company.businessLicenseName} ${licensesOf(company)}`
      .toLowerCase()
      .includes(q.toLowerCase()) &&
    (licenseIds === undefined || company.buyerLicenses.some(({ license }) => licenseIds.includes(license.id)));
  const whyNot = useCan().whyNot(buyerCompanies.create.requires);
  const add = <CreateButton label="Add buyer company" requires={buyerCompanies.create.requires} />;
  return (
    <PageFrame title="Buyer companies" breadcrumbs={[{ label: 'Setup', to: '/account/manage' }]} actions={add}>
      <ResourceGrid<BuyerCompanyRecord>
        resource={buyerCompanies}
        label="Buyer companies"
        noun={['buyer company', 'buyer companies']}
        columns={columns}
        nameOf={nameOf}
        matches={matches}
        address={address}
        filters={filters}
        facets={facets}
        search={{ label: 'Find a buyer company', field: 'q' }}
        empty={{ title: 'No buyer companies yet', hint: 'Add one to order on the marketplace.', action: add }}
        pathOf={({ id }) => `${BUYER_COMPANIES}/${id}`}
        whyNotOpen={() => whyNot}
        drawer={({ onClose }) => <NewBuyerCompany onClose={onClose} />}
      />
    </PageFrame>
  );
}

function NewBuyerCompany({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const fields = useBuyerFields();
  const form = useRecordForm<typeof buyerCompanies, BuyerValues>(buyerCompanies, {
    values: { businessLicenseName: '', dba: '', licenseIds: [] },
    success: (company) => `${nameOf(company)} added.`,
    onSaved: ({ id }) => void navigate(`${BUYER_COMPANIES}/${id}`, { replace: true }),
  });
  return (
    <FormDrawer
      form={form}
      title="Add a buyer company"
      save="Add buyer company"
      onClose={onClose}
      width={520}
      fields={fields}
    />
  );
}

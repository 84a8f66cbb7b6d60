import type { DistributorMapping } from '../../../../../domain/organization/company';
import { organizationLists } from '../../../../../domain/organization/company-contract';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../../kit/form/useRecordForm';
import { OrderedPanel } from '../../../../kit/record/OrderedPanel';
import { useCallQuery } from '../../../../providers/refine/use-call';
import { useResourceUpdate } from '../../../../providers/refine/use-resource';
import { useSession } from '../../../../providers/session';
import { type CompanySection, ownFields, SAID } from '../company.text';
import { companies } from '../resource';

type Choice = { value: number; label: string };

/** The distributor each brand's new orders begin with. */
export function CompanyDistributors(section: CompanySection) {
  const { company, whyNot } = section;
  const { companyId, orgId, distributorMappings: mappings, version } = company;
  const { data: vendors } = useCallQuery(
    organizationLists.vendors,
    { params: { orgId }, query: { companyId } },
    { topics: ['organization', 'network'] },
  );
  const brands = useSession().organization?.brands ?? [];
  const removal = useResourceUpdate(companies, { failure: SAID.failure, showsErrors: true });
  const distributors = vendors?.map(({ id, name }) => ({ value: id, label: name }));
  const brandName = (id: number) => brands.find((brand) => brand.id === id)?.name ?? 'Another brand';
  const rows = mappings.map((mapping) => ({ ...mapping, id: mapping.brandId }));
  const state = company.state.ansiAbbrevation;
  return (
    <OrderedPanel
      title="Usual distributors"
      noun="distributor"
      rows={rows}
      nameOf={({ brandId }) => brandName(brandId)}
      hint={
        vendors?.length === 0
          ? `Neither you nor a partner has a company of type Distributor in ${state}. Add one to choose it here.`
          : 'Choose who carries each brand. New orders begin with that distributor.'
      }
      whyNot={whyNot}
      remove={{
        says: 'New orders of this brand will begin without a distributor.',
        run: ({ brandId }) =>
          removal.run(companyId, {
            ...ownFields(company),
            distributorMappings: mappings.filter((one) => one.brandId !== brandId),
            version,
          }),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) => (
        <DistributorDrawer
          {...section}
          mapping={row}
          brands={brands
            .filter(({ id }) => id === row?.brandId || !mappings.some(({ brandId }) => brandId === id))
            .map(({ id, name }) => ({ value: id, label: name }))}
          distributors={distributors}
          onClose={onClose}
        />
      )}
    >
      {({ distributorId }) => (
        <span className="v-hint">
          {distributors?.find(({ value }) => value === distributorId)?.label ??
            'No longer offered, or not assigned to you'}
        </span>
      )}
    </OrderedPanel>
  );
}

type DrawerProps = CompanySection & {
  mapping: DistributorMapping | null;
  brands: readonly Choice[];
  distributors: readonly Choice[] | undefined;
  onClose: () => void;
};
type Values = { brandId: number | null; distributorId: number | null };

function DistributorDrawer({ company, mapping, brands, distributors, refresh, onClose }: DrawerProps) {
  const others = company.distributorMappings.filter(({ brandId }) => brandId !== mapping?.brandId);
  const at = `distributorMappings.${others.length}`;
  const form = useRecordForm<typeof companies, Values>(companies, {
    id: company.companyId,
    values: { brandId: mapping?.brandId ?? null, distributorId: mapping?.distributorId ?? null },
    version: company.version,
    draft: `company/${company.companyId}/distributor/${mapping?.brandId ?? 'new'}`,
    names: { [`${at}.brandId`]: 'brandId', distributorMappings: 'distributorId' },
    body: ({ brandId, distributorId }, { version }) => ({
      ...ownFields(company),
      distributorMappings: [...others, { brandId: brandId ?? undefined, distributorId: distributorId ?? undefined }],
      version,
    }),
    refresh,
    ...SAID,
    onSaved: onClose,
    ...(mapping ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={mapping ? 'Change the distributor' : 'Add a distributor'}
      save={mapping ? 'Save' : 'Add distributor'}
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'select',
          options: brands,
          placeholder: 'Choose one',
          required: true,
        },
        {
          name: 'distributorId',
          label: 'Distributor',
          control: 'select',
          options: distributors,
          placeholder: 'Choose one',
          required: true,
          hint: `Companies of type Distributor in ${company.state.ansiAbbrevation}, yours and your partners’.`,
        },
      ]}
    />
  );
}

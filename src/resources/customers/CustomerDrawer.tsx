import { write } from '../../../domain/access/ability';
import { customers as calls } from '../../../domain/customers/contract';
import { CREDIT_FEATURE } from '../../../domain/customers/credit';
import type { Customer } from '../../../domain/customers/customer';
import { directory } from '../../../domain/directory/contract';
import { useCan } from '../../access/useCan';
import { choicesOf, LEAST_SEARCHED } from '../../kit/form/choices';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useDrawerRecord } from '../../kit/form/useDrawerRecord';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { resourceOf } from '../../providers/refine/resource';
import { useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { salesReps } from '../team/sales-reps/resource';
import { type CustomerChoices, type CustomerValues, customerFields, sentOf, valuesOf } from './customer.fields';
import { customers } from './resource';

/** Licenses by business name, in the whole directory. */
const licenseMatches = resourceOf({ name: 'license-matches', list: directory.autocomplete });

type DrawerProps = { id: number | null; onClose: () => void };

/** The form of a new or existing customer, beside the page. */
export function CustomerDrawer({ id, onClose }: DrawerProps) {
  const customer = useDrawerRecord(customers, id, onClose);
  if (id !== null && !customer) return null;
  return <CustomerForm customer={customer} onClose={onClose} />;
}

function CustomerForm({ customer, onClose }: { customer: Customer | undefined; onClose: () => void }) {
  const choices = useChoices(customer);
  const form = useRecordForm<typeof customers, CustomerValues>(customers, {
    id: customer?.id,
    values: valuesOf(customer),
    version: customer?.version,
    body: (values, { version }) => ({ ...sentOf(values), ...(version === undefined ? {} : { version }) }),
    success: ({ name }) => `${name} saved.`,
    onSaved: onClose,
    ...(customer ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={customer ? `Edit ${customer.name}` : 'Add a customer'}
      save={customer ? 'Save' : 'Add customer'}
      onClose={onClose}
      width={520}
      fields={customerFields(choices)}
    />
  );
}

const named = (entries: readonly { id: number; name: string }[] | undefined) =>
  entries?.map(({ id, name }) => ({ value: id, label: name }));

function useChoices(customer: Customer | undefined): CustomerChoices {
  const { scope } = useSession();
  const orgId = scope?.orgId ?? 0;
  const companyId = customer?.companyId ?? scope?.sellerCompanyId ?? undefined;
  const facets = useCallQuery(calls.facets, { query: { orgId, companyId } }, { topics: ['customers'] }).data;
  const whyNotCredit = useCan().whyNot(write(CREDIT_FEATURE));
  const own = customer?.license;
  return {
    licenses: choicesOf(licenseMatches, {
      search: 'searchString',
      least: LEAST_SEARCHED,
      filters: { directoryListingTypes: ['license'] },
      option: ({ id, name, tagline }) => ({ value: id, label: `${name} (${tagline})` }),
      chosen: own ? [{ value: own.id, label: `${own.name} (${own.licenseNumber})` }] : [],
    }),
    statuses: named(facets?.customerStatuses),
    zones: named(facets?.serviceZones),
    paymentOptions: named(facets?.paymentOptions),
    people: choicesOf(salesReps, {
      option: ({ searchId, displayName }) => ({ value: searchId, label: displayName }),
      // People who left the team are still shown where they were chosen.
      chosen: customer?.managers.map(({ id, displayName }) => ({ value: id, label: displayName })) ?? [],
    }),
    isZoneByHand: customer?.serviceZoneByHand ?? false,
    whyNotCredit,
  };
}

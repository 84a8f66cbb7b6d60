import { customerServiceZones as zones } from '../../../../../domain/customers/contract';
import { leadDaysOf, nextDelivery, type OrderTerms } from '../../../../../domain/customers/order-terms';
import { orderTerms as calls } from '../../../../../domain/customers/order-terms-contract';
import { shortDay } from '../../../../../domain/dates';
import { formatUsd } from '../../../../../domain/money';
import { clockText, WEEKDAYS } from '../../../../../domain/reports/schedule';
import { counted } from '../../../../../domain/text';
import { zoneText } from '../../../../../domain/time-zones';
import { typedOrNull } from '../../../../../domain/typed';
import { useCan } from '../../../../access/useCan';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../../kit/form/fields';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { OrderedPanel } from '../../../../kit/record/OrderedPanel';
import { useCall, useCallQuery } from '../../../../providers/refine/use-call';
import { countedZone, timeZone as timeZoneHere } from '../../../../ui/reader-dates';
import type { CompanySection } from '../company.text';

const SAID = { success: 'Order terms saved.', failure: 'Couldn’t save the order terms.' } as const;
const EVERYBODY = 'All customers';

const DAYS = WEEKDAYS.map((label, value) => ({ value, label }));
const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

const nameOf = ({ zoneName }: OrderTerms) => zoneName ?? EVERYBODY;

/** What orders must come to and when they are delivered, for all customers and by service zone. */
export function CompanyOrdering({ company, whyNot }: CompanySection) {
  const { companyId, orgId } = company;
  const mayRead = useCan().can(calls.list.requires);
  const { data, refetch } = useCallQuery(
    calls.list,
    { params: { companyId } },
    { topics: ['organization'], enabled: mayRead },
  );
  const removal = useCall(calls.remove, { showsErrors: true });
  if (!mayRead) return null;
  return (
    <OrderedPanel
      title="Order terms"
      noun="order terms"
      rows={data ?? []}
      nameOf={nameOf}
      hint={data ? 'Buyers order any amount, for any day. Add a minimum order or your delivery days.' : 'Loading…'}
      whyNot={whyNot}
      remove={{
        says: 'Carts stop showing them right away. Orders already placed stay as they are.',
        run: async ({ id }) => {
          const result = await removal.run({ params: { companyId, id } });
          await refetch();
          return result;
        },
        success: 'Order terms removed.',
      }}
      drawer={({ row, onClose }) => (
        <TermsDrawer
          orgId={orgId}
          companyId={companyId}
          companyZone={company.timeZone}
          terms={row}
          taken={data ?? []}
          refresh={refetch}
          onClose={onClose}
        />
      )}
    >
      {(terms) => <span className="v-hint">{termsText(terms)}</span>}
    </OrderedPanel>
  );
}

function termsText(terms: OrderTerms): string {
  const { minimumUsd, deliveryDays, cutOff, leadDays, timeZone } = terms;
  const zone = timeZone === countedZone() ? '' : `, in ${zoneText(timeZone)}`;
  const next = nextDelivery(terms, new Date());
  const parts = [minimumUsd === null ? 'No minimum' : `Minimum ${formatUsd(minimumUsd)}`];
  if (deliveryDays.length > 0) {
    const days = deliveryDays.map((day) => WEEKDAYS[day]?.slice(0, 3)).join(', ');
    const before =
      leadDays === 0 ? 'the same day' : leadDays === 1 ? 'the day before' : `${counted(leadDays, 'day')} before`;
    parts.push(
      `delivers ${days}`,
      `order by ${cutOff === null ? 'the end of' : `${clockText(cutOff)},`} ${before}${zone}`,
    );
    if (next) parts.push(`next on ${shortDay(next.day)}`);
  }
  return parts.join(' · ');
}

type DrawerProps = {
  orgId: number;
  companyId: number;
  /** The zone the company counts days in; null for the reader's own. */
  companyZone: string | null;
  terms: OrderTerms | null;
  taken: readonly OrderTerms[];
  refresh: () => unknown;
  onClose: () => void;
};
type Values = {
  serviceZoneId: number | null;
  minimumUsd: string;
  deliveryDays: number[];
  cutOff: string;
  leadDays: string;
};

function TermsDrawer({ orgId, companyId, companyZone, terms, taken, refresh, onClose }: DrawerProps) {
  const seesZones = useCan().can(zones.list.requires);
  const { data } = useCallQuery(
    zones.list,
    { query: { orgId, companyId } },
    { topics: ['customers'], enabled: seesZones && terms === null },
  );
  const isTaken = (zoneId: number | null) => taken.some(({ serviceZoneId }) => serviceZoneId === zoneId);
  const zone: FieldSpec<Values> = {
    name: 'serviceZoneId',
    label: 'Customers',
    control: 'select',
    options: seesZones
      ? data?.filter(({ id }) => !isTaken(id)).map(({ id, name }) => ({ value: id, label: name }))
      : [],
    placeholder: isTaken(null) ? 'Choose a service zone' : EVERYBODY,
    hint: 'A service zone’s own terms go before those of all customers.',
  };
  const timeZone = companyZone ?? terms?.timeZone ?? timeZoneHere;
  const isMoved = terms !== null && terms.timeZone !== timeZone;
  const hours = terms?.cutOff && !HOURS.includes(terms.cutOff) ? [...HOURS, terms.cutOff].sort() : HOURS;
  const form = useCallForm<typeof calls.save, Values>(calls.save, {
    params: { companyId },
    values: {
      serviceZoneId: terms?.serviceZoneId ?? null,
      minimumUsd: terms?.minimumUsd ?? '',
      deliveryDays: terms?.deliveryDays ?? [],
      cutOff: terms?.cutOff ?? '',
      leadDays: String(terms?.leadDays ?? 1),
    },
    ...(terms ? { version: terms.version } : {}),
    draft: `company/${companyId}/order-terms/${terms?.id ?? 'new'}`,
    body: ({ serviceZoneId, minimumUsd, deliveryDays, cutOff, leadDays }, { version }) => ({
      serviceZoneId: terms === null && serviceZoneId === null && isTaken(null) ? undefined : serviceZoneId,
      minimumUsd: typedOrNull('money', minimumUsd),
      deliveryDays,
      cutOff: cutOff === '' ? null : cutOff,
      leadDays: leadDaysOf({ deliveryDays, leadDays }),
      timeZone,
      version: version ?? null,
    }),
    refresh,
    ...SAID,
    onSaved: async () => {
      await refresh();
      onClose();
    },
    ...(terms && !isMoved ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={terms ? `Order terms: ${nameOf(terms)}` : 'Add order terms'}
      save={terms ? 'Save' : 'Add order terms'}
      onClose={onClose}
      fields={[
        ...(terms ? [] : [zone]),
        {
          name: 'minimumUsd',
          label: 'Minimum order',
          control: 'money',
          hint: 'The least an order can total. Leave blank for no minimum.',
        },
        {
          name: 'deliveryDays',
          label: 'Delivery days',
          control: 'checks',
          options: DAYS,
          hint: 'Leave blank if you agree on a day for each order.',
        },
        {
          name: 'cutOff',
          label: 'Order by',
          control: 'select',
          options: hours.map((value) => ({ value, label: clockText(value) })),
          placeholder: 'End of the day',
          hint: `${zoneText(timeZone)}.${isMoved ? ` Until you save, it’s ${zoneText(terms.timeZone)}.` : ''}`,
          half: true,
          when: ({ deliveryDays }) => deliveryDays.length > 0,
        },
        {
          name: 'leadDays',
          label: 'Days before delivery',
          control: 'whole',
          hint: '0 for the same day.',
          half: true,
          when: ({ deliveryDays }) => deliveryDays.length > 0,
        },
      ]}
    />
  );
}

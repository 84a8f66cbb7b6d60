import type { CompanyRecord } from '../../../../../domain/organization/company';
import { counted } from '../../../../../domain/text';
import { typedCount } from '../../../../../domain/typed';
import { FormDrawer } from '../../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../../kit/form/useRecordForm';
import { OrderedPanel } from '../../../../kit/record/OrderedPanel';
import { placeOf, withEntry, withMoved } from '../../../../kit/record/ordered';
import { useResourceUpdate } from '../../../../providers/refine/use-resource';
import { type CompanySection, ownFields, SAID } from '../company.text';
import { companies } from '../resource';

type Option = CompanyRecord['paymentOptions'][number];

/** How buyers may pay a company, in the order checkout shows. */
export function CompanyPayment(section: CompanySection) {
  const { company, whyNot } = section;
  const { companyId, paymentOptions: options, version } = company;
  const moves = useResourceUpdate(companies, { failure: SAID.failure });
  const removal = useResourceUpdate(companies, { failure: SAID.failure, showsErrors: true });
  const bodyOf = (paymentOptions: readonly Option[]) => ({
    ...ownFields(company),
    paymentOptions: [...paymentOptions],
    version,
  });
  return (
    <OrderedPanel
      title="Payment options"
      noun="payment option"
      rows={options}
      nameOf={({ name }) => name}
      hint="Buyers choose one at checkout. Without any, they can’t order."
      whyNot={whyNot}
      onMove={(option, place) => moves.run(companyId, bodyOf(withMoved(options, option, place)))}
      remove={{
        says: 'Buyers can no longer choose it. Orders placed with it keep it.',
        run: ({ id }) => removal.run(companyId, bodyOf(options.filter((one) => one.id !== id))),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) => <OptionDrawer {...section} option={row} onClose={onClose} />}
    >
      {({ dueDays }) => <span className="v-hint">{dueText(dueDays)}</span>}
    </OrderedPanel>
  );
}

function dueText(days: number): string {
  if (days === 0) return 'Due on acceptance';
  return `Due ${counted(days, 'day')} after acceptance`;
}

type DrawerProps = CompanySection & { option: Option | null; onClose: () => void };
type Values = { name: string; dueDays: string };

function OptionDrawer({ company, option, refresh, onClose }: DrawerProps) {
  const { companyId, paymentOptions: options, version } = company;
  const at = `paymentOptions.${placeOf(options, option?.id)}`;
  const form = useRecordForm<typeof companies, Values>(companies, {
    id: companyId,
    values: { name: option?.name ?? '', dueDays: String(option?.dueDays ?? '') },
    version,
    draft: `company/${companyId}/payment-option/${option?.id ?? 'new'}`,
    names: { [`${at}.dueDays`]: 'dueDays', paymentOptions: 'name' },
    body: ({ name, dueDays }, { version: of }) => ({
      ...ownFields(company),
      paymentOptions: withEntry<{ id?: number; name: string; dueDays: number | undefined }>(options, {
        ...(option ? { id: option.id } : {}),
        name,
        dueDays: typedCount(dueDays) ?? undefined,
      }),
      version: of,
    }),
    refresh,
    ...SAID,
    onSaved: onClose,
    ...(option ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={option ? `Edit ${option.name}` : 'Add a payment option'}
      save={option ? 'Save' : 'Add payment option'}
      onClose={onClose}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 60, placeholder: 'Net 30' },
        {
          name: 'dueDays',
          label: 'Days to pay',
          control: 'whole',
          required: true,
          hint: 'Counted from the day you accept the order. 0 means right away.',
        },
      ]}
    />
  );
}

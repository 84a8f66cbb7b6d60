import { useState } from 'react';
import { useController } from 'react-hook-form';
import { customers as calls } from '../../../../domain/customers/contract';
import { formatNumber } from '../../../../domain/money';
import type { PriceSchedule } from '../../../../domain/pricing/contract';
import { counted } from '../../../../domain/text';
import { useCan } from '../../../access/useCan';
import { LEAST_SEARCHED } from '../../../kit/form/choices';
import { CustomerLink } from '../../../kit/links/CustomerLink';
import { Panel } from '../../../kit/record/RecordPage';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';
import { Button, IconButton } from '../../../ui/Button';
import { Combobox, namedOption, ungrouped } from '../../../ui/Combobox';
import { FieldError } from '../../../ui/Field';
import { useDebounced } from '../../../ui/hooks';
import { lazyDialog } from '../../../ui/lazy';
import styles from '../pricing.module.css';
import type { ScheduleValues } from './useScheduleForm';

const CustomerPicker = lazyDialog(async () => (await import('./CustomerPicker')).CustomerPicker);

type Member = ScheduleValues['customers'][number];
type CustomersProps = {
  schedule: Pick<PriceSchedule, 'companyId' | 'customerCount' | 'seesCustomers'>;
  whyNot: string | null;
};

/** Who has a price schedule. */
export function ScheduleCustomers({ schedule, whyNot }: CustomersProps) {
  const { companyId, customerCount, seesCustomers } = schedule;
  const { field, fieldState } = useController<ScheduleValues, 'customers'>({ name: 'customers' });
  const [isChoosing, setChoosing] = useState(false);
  const mayFind = useCan().can(calls.search.requires);
  const chosen = field.value;
  const add = (members: readonly Member[]) => {
    const known = new Map([...chosen, ...members].map((one) => [one.id, one]));
    field.onChange([...known.values()].sort((a, b) => a.name.localeCompare(b.name)));
  };
  if (!seesCustomers) {
    return (
      <Panel title="Customers">
        <p className="v-hint">{counted(customerCount, 'customer')}. You don’t have access to customers.</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={`Customers (${formatNumber(chosen.length)})`}
      actions={
        whyNot === null &&
        mayFind && (
          <Button onClick={() => setChoosing(true)} onPointerEnter={CustomerPicker.prefetch}>
            Choose from list
          </Button>
        )
      }
    >
      {whyNot === null && mayFind && <AddCustomer companyId={companyId} chosen={chosen} onAdd={add} />}
      {chosen.length === 0 && <p className="v-hint">Nobody has these prices yet. Add customers who should.</p>}
      {chosen.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list is reached by keyboard
        <ul className={styles.chosen} tabIndex={0} aria-label="Customers">
          {chosen.map((member) => (
            <li key={member.id}>
              <CustomerLink customer={member} />
              {whyNot === null && (
                <IconButton
                  icon="close"
                  label={`Remove ${member.name}`}
                  onClick={() => field.onChange(chosen.filter(({ id }) => id !== member.id))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {fieldState.error && <FieldError>{fieldState.error.message}</FieldError>}
      {isChoosing && (
        <CustomerPicker.Part companyId={companyId} chosen={chosen} onAdd={add} onClose={() => setChoosing(false)} />
      )}
    </Panel>
  );
}

type AddProps = { companyId: number; chosen: readonly Member[]; onAdd: (members: readonly Member[]) => void };

function AddCustomer({ companyId, chosen, onAdd }: AddProps) {
  const { scope } = useSession();
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim());
  const enabled = wanted.length >= LEAST_SEARCHED;
  const body = { orgId: scope?.orgId ?? 0, companyId, searchTerm: wanted };
  const found = useCallQuery(calls.search, { body }, { enabled, keepsPrevious: true });
  const options = enabled
    ? found.data?.results
        .filter(({ id }) => !chosen.some((one) => one.id === id))
        .map(({ id, name, license }) => ({ id, name, hint: license?.licenseNumber ?? '' }))
    : [];
  return (
    <search>
      <Combobox
        dropsDown="once"
        label="Add a customer"
        placeholder="Add a customer"
        text={text}
        onText={setText}
        groups={ungrouped(options)}
        idOf={({ id }) => String(id)}
        nothing={options && (enabled ? `No other customers match “${wanted}”.` : 'Type at least 2 letters.')}
        onChoose={({ id, name }) => onAdd([{ id, name }])}
      >
        {namedOption}
      </Combobox>
    </search>
  );
}

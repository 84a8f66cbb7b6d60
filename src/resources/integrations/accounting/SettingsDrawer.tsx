import { type BooksSettings, PUSHES_FROM, SETTINGS_SAVED } from '../../../../domain/accounting/connection';
import {
  type BooksAccount,
  type BooksConnection,
  accounting as calls,
} from '../../../../domain/accounting/connection-contract';
import { ORDER_STATUSES } from '../../../../domain/orders/status';
import type { Option } from '../../../kit/form/choices';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import type { FieldSpec } from '../../../kit/form/fields';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { ErrorState } from '../../../ui/states';
import { companyBooks } from '../resource';
import type { Company } from './company';

type Props = { company: Company; connection: BooksConnection; onClose: () => void };

type Values = {
  defaultIncomeAccountId: string | null;
  defaultItemExpenseAccountId: string | null;
  defaultOrderDiscountAccountId: string | null;
  pushesFrom: BooksSettings['pushesFrom'] | '';
};

/** How a company uses its books: accounts, and when invoices are sent. */
export function SettingsDrawer({ company: { companyId, name }, connection, onClose }: Props) {
  const { externalCompanyId, defaultIncomeAccountId, defaultItemExpenseAccountId, defaultOrderDiscountAccountId } =
    connection;
  const accounts = useCallQuery(calls.itemAccounts, { params: { companyId }, query: { externalCompanyId } });
  const form = useRecordForm(companyBooks, {
    id: companyId,
    values: {
      defaultIncomeAccountId,
      defaultItemExpenseAccountId,
      defaultOrderDiscountAccountId,
      pushesFrom: connection.pushesFrom ?? '',
    } as Values,
    body: ({ pushesFrom, ...chosen }) => ({ externalCompanyId, ...chosen, pushesFrom: pushesFrom || null }),
    success: SETTINGS_SAVED,
    onSaved: onClose,
  });
  const choice = (id: string | null, types: readonly BooksAccount['type'][]) => optionsOf(accounts.data, types, id);
  const fields: FieldSpec<Values>[] = [
    {
      name: 'defaultIncomeAccountId',
      label: 'Income account',
      hint: 'What products bring in. Used for items we make in the books.',
      control: 'lookup',
      options: choice(defaultIncomeAccountId, ['INCOME']),
      placeholder: 'Choose an account',
    },
    {
      name: 'defaultItemExpenseAccountId',
      label: 'Cost account',
      hint: 'What products cost. Used for items we make in the books.',
      control: 'lookup',
      options: choice(defaultItemExpenseAccountId, ['EXPENSE']),
      placeholder: 'Choose an account',
    },
    {
      name: 'defaultOrderDiscountAccountId',
      label: 'Discount account',
      hint: connection.allowsDiscount
        ? 'Where an order’s discount goes.'
        : 'Discounts are turned off in these books. Turn them on there before you send orders with a discount.',
      control: 'lookup',
      options: choice(defaultOrderDiscountAccountId, ['INCOME', 'EXPENSE']),
      placeholder: 'Choose an account',
    },
    {
      name: 'pushesFrom',
      label: 'Send invoices',
      control: 'select',
      options: PUSHES_FROM.map((status) => ({
        value: status,
        label: `Once an order is ${ORDER_STATUSES[status].label.toLowerCase()}`,
      })),
      placeholder: 'When somebody sends them',
      section: 'Sending',
    },
  ];
  return (
    <FormDrawer
      form={form}
      title={`Accounting settings: ${name}`}
      save="Save"
      fields={fields}
      whyNot={accounts.isError ? 'The accounts couldn’t be read.' : null}
      intro={
        accounts.isError && <ErrorState message={messageOf(accounts.error)} onRetry={() => void accounts.refetch()} />
      }
      onClose={onClose}
    />
  );
}

/** Accounts of these types that can be used, and the one chosen, whatever became of it. */
function optionsOf(
  accounts: readonly BooksAccount[] | undefined,
  types: readonly BooksAccount['type'][],
  chosen: string | null,
): Option[] | undefined {
  if (accounts === undefined) return undefined;
  const usable = accounts.filter(({ type, isActive }) => isActive && types.includes(type));
  const options = usable.map(({ id, name }) => ({ value: id, label: name }));
  if (chosen === null || usable.some(({ id }) => id === chosen)) return options;
  const gone = accounts.find(({ id }) => id === chosen);
  return [...options, { value: chosen, label: `${gone?.name ?? 'Account'} (not in use anymore)`, disabled: true }];
}

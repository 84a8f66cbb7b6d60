import type { BuyerOrder } from '../../../../domain/orders/order';
import { orderProblems as calls } from '../../../../domain/orders/problems/contract';
import {
  lineInWords,
  PROBLEM_KINDS,
  PROBLEM_LABELS,
  type ProblemKind,
} from '../../../../domain/orders/problems/problems';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';

type Values = { kind: ProblemKind | ''; lineItemIds: string[]; message: string };

const KINDS = PROBLEM_KINDS.map((value) => ({ value, label: PROBLEM_LABELS[value] }));

/** Tells an order's seller what is wrong with it. */
export function ReportDialog({ order, onClose }: { order: BuyerOrder; onClose: () => void }) {
  const { id, orderNumber, sellerCompany, lineItems } = order;
  const values: Values = { kind: '', lineItemIds: [], message: '' };
  const form = useCallForm(calls.report, {
    params: { orderId: id },
    values,
    body: ({ kind, lineItemIds, message }) => ({
      kind: kind as ProblemKind,
      lineItemIds: lineItemIds.map(Number),
      message,
    }),
    success: `Your report is on its way to ${sellerCompany.name}`,
    onSaved: onClose,
  });
  return (
    <FormDialog<Values>
      form={form}
      title={`Report a problem with order ${orderNumber}`}
      intro={<p className="v-hint">{sellerCompany.name} gets it by email and answers you the same way.</p>}
      save="Send report"
      onClose={onClose}
      width={520}
      fields={[
        {
          name: 'kind',
          label: 'What is wrong',
          control: 'select',
          required: true,
          options: KINDS,
          placeholder: 'Choose',
        },
        {
          name: 'lineItemIds',
          label: 'Goods it is about',
          control: 'picks',
          hint: 'Leave blank if it’s about the whole order.',
          options: lineItems.map((line) => ({ value: String(line.id), label: lineInWords(line) })),
        },
        { name: 'message', label: 'What happened', control: 'textarea', required: true, rows: 5, maxLength: 2000 },
      ]}
    />
  );
}

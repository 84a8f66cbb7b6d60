import { orderProblems as calls, type OrderProblem } from '../../../../domain/orders/problems/contract';
import { PROBLEM_LABELS } from '../../../../domain/orders/problems/problems';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';

type AnswerDialogProps = { order: { id: number }; problem: OrderProblem; onClose: () => void };

/** Answers a problem the buyer reported. */
export function AnswerDialog({ order, problem, onClose }: AnswerDialogProps) {
  const form = useCallForm(calls.answer, {
    params: { id: order.id, problemId: problem.id },
    values: { answer: '' },
    success: `Your answer is on its way to ${problem.by}`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Answer “${PROBLEM_LABELS[problem.kind]}”`}
      intro={<p className="v-hint">{problem.by} gets it by email. You can answer once.</p>}
      save="Send answer"
      onClose={onClose}
      width={520}
      fields={[
        {
          name: 'answer',
          label: 'What you’ll do about it',
          control: 'textarea',
          required: true,
          rows: 5,
          maxLength: 2000,
        },
      ]}
    />
  );
}

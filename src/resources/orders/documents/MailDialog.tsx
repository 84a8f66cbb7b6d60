import { orderDocuments as calls } from '../../../../domain/orders/documents/contract';
import { DOCUMENTS, MAILED_KINDS } from '../../../../domain/orders/documents/document-kinds';
import { documentTitle } from '../../../../domain/orders/documents/documents';
import type { Order } from '../../../../domain/orders/order';
import { FormDialog } from '../../../kit/form/FormDrawer';
import { useCallForm } from '../../../kit/form/useRecordForm';

type Values = { kinds: (typeof MAILED_KINDS)[number][]; recipients: string; subject: string; message: string };

/** Mails documents of an order to its customer. */
export function MailDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { id, orderNumber, customer, sellerCompany, status } = order;
  const values: Values = {
    kinds: ['INVOICE'],
    recipients: customer.email ?? '',
    subject: `${documentTitle('INVOICE', status)} ${orderNumber} from ${sellerCompany.name}`,
    message: '',
  };
  const form = useCallForm(calls.mail, {
    params: { id },
    values,
    body: ({ recipients, ...typed }) => ({ ...typed, recipients: recipients.split(/[\s,;]+/).filter(Boolean) }),
    success: 'On its way to the customer',
    onSaved: onClose,
  });
  return (
    <FormDialog<Values>
      form={form}
      title={`Email order ${orderNumber}`}
      save="Send email"
      onClose={onClose}
      width={520}
      fields={[
        {
          name: 'kinds',
          label: 'Documents',
          control: 'checks',
          required: true,
          options: MAILED_KINDS.map((value) => ({ value, label: DOCUMENTS[value] })),
        },
        {
          name: 'recipients',
          label: 'To',
          required: true,
          hint: 'Several addresses are divided by commas. Answers come to your own address.',
        },
        { name: 'subject', label: 'Subject', required: true, maxLength: 200 },
        { name: 'message', label: 'Message', control: 'textarea', rows: 5, maxLength: 4000 },
      ]}
    />
  );
}

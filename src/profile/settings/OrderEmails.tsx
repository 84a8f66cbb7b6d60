import { useQueryClient } from '@tanstack/react-query';
import { orderNews as calls } from '../../../domain/orders/news/contract';
import { NEWS_OF, type NewsSettings, ORDER_NEWS } from '../../../domain/orders/news/news';
import { useCan } from '../../access/useCan';
import { FormSheet } from '../../kit/form/FormSheet';
import { QueryState } from '../../kit/form/QueryState';
import { useCallForm } from '../../kit/form/useRecordForm';
import { callKey, useCallQuery } from '../../providers/refine/use-call';
import { useSession } from '../../providers/session';
import { isOffered } from '../../providers/settings';
import css from '../profile.module.css';

const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Which emails about the organization's purchase orders somebody gets; nothing for who doesn't see those. */
export function OrderEmails() {
  const { can } = useCan();
  const { organization } = useSession();
  if (!can(calls.get.requires)) return null;
  return (
    <section className={css.section} aria-labelledby="p-order-emails">
      <h2 id="p-order-emails">Emails about orders</h2>
      <p className="muted">
        What sellers do with the orders of {organization?.name}.
        {isOffered('feed') && ' If email is off for “What sellers do with our orders” above, you get none of these.'}
      </p>
      <Chosen />
    </section>
  );
}

function Chosen() {
  const query = useCallQuery(calls.get, {});
  return <QueryState query={query}>{(settings) => <OrderEmailsForm settings={settings} />}</QueryState>;
}

function OrderEmailsForm({ settings }: { settings: NewsSettings }) {
  const client = useQueryClient();
  const form = useCallForm<typeof calls.save, NewsSettings>(calls.save, {
    values: settings,
    success: 'Email settings saved.',
    onSaved: (saved) => client.setQueryData(callKey(calls.get, {}), saved),
  });
  return (
    <FormSheet
      form={form}
      className={css.form}
      label="Emails about orders"
      save="Save emails"
      fields={[
        { name: 'about', label: 'Email me when an order is', control: 'checks', options: optionsOf(ORDER_NEWS) },
        { name: 'orders', label: 'Which orders', control: 'select', options: optionsOf(NEWS_OF) },
      ]}
    />
  );
}

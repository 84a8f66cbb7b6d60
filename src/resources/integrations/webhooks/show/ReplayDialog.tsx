import { useState } from 'react';
import { z } from 'zod';
import { EVENTS, type EventType } from '../../../../../domain/events/catalogue';
import { formatNumber } from '../../../../../domain/money';
import { counted } from '../../../../../domain/text';
import { zoneText } from '../../../../../domain/time-zones';
import { webhooks as calls } from '../../../../../domain/webhooks/contract';
import type { WebhookEndpoint } from '../../../../../domain/webhooks/endpoint';
import { KEPT_TEXT } from '../../../../../domain/webhooks/endpoint-words';
import { EVENT_GROUPS } from '../../../../../domain/webhooks/event-groups';
import { FormField } from '../../../../kit/form/controls/FormField';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { ChecksField } from '../../../../kit/form/fields';
import { useActionForm } from '../../../../kit/form/useRecordForm';
import { useCall } from '../../../../providers/refine/use-call';
import { showSnack } from '../../../../providers/snackbar';
import { TextInput } from '../../../../ui/Field';
import { countedZone, instantHere } from '../../../../ui/reader-dates';

type Values = { from: string; until: string; types: EventType[] };
type Count = { of: string; sent: number; withheld: number };

const moment = z.string().min(1, 'Enter a date and time');
const schema = z
  .object({ from: moment, until: moment, types: z.array(z.string()) })
  .refine(({ from, until }) => from < until, { path: ['until'], message: 'Must be later than the beginning' });

const VALUES: Values = { from: '', until: '', types: [] };
const TYPES = EVENT_GROUPS.flatMap(({ types }) => types);

/** Sends the events of a time again: first it is counted what would be sent, then it is sent. */
export function ReplayDialog({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const { id, maker } = endpoint;
  const { run } = useCall(calls.replay, { showsErrors: true });
  const [count, setCount] = useState<Count | null>(null);
  const form = useActionForm<Values, Count & { isDryRun: boolean }>(
    async (values) => {
      const of = JSON.stringify(values);
      const isDryRun = count?.of !== of;
      const { from, until, types } = values;
      const body = { from: instantHere(from), until: instantHere(until), types, isDryRun };
      // The key is the call's own: to count is one intent, to send another.
      const result = await run({ params: { id }, body });
      return result.ok ? { ok: true, value: { ...result.value, of, isDryRun } } : result;
    },
    {
      values: VALUES,
      schema,
      onSaved: (result) => {
        if (result.isDryRun) return setCount(result);
        showSnack({ status: 'success', message: `${counted(result.sent, 'event')} on the way.` });
        onClose();
      },
    },
  );
  const typed = form.rhf.watch();
  const current = count?.of === JSON.stringify(typed) ? count : null;
  const isNothing = current?.sent === 0;
  return (
    <FormDialog
      form={form}
      title="Replay a time"
      save={current && !isNothing ? `Send ${counted(current.sent, 'event')}` : 'Count the events'}
      labels={{ from: 'From', until: 'Until', types: 'Events' }}
      asksFirst={false}
      width={520}
      onClose={onClose}
      intro={
        <p>
          Sends what happened in a time to this endpoint, once more or for the first time. Nothing is sent before you
          have seen how much that is. {KEPT_TEXT}
        </p>
      }
    >
      <FormField name="from" label="From" required hint={`${zoneText(countedZone())}.`}>
        {(field) => <TextInput type="datetime-local" max="9999-12-31T23:59" {...field} />}
      </FormField>
      <FormField name="until" label="Until" required>
        {(field) => <TextInput type="datetime-local" max="9999-12-31T23:59" {...field} />}
      </FormField>
      <ChecksField
        name="types"
        label="Events"
        isTyped
        placeholder="All it’s sent"
        options={TYPES.map((type) => ({ value: type, label: `${EVENTS[type].says} (${type})` }))}
      />
      <p role="status">{current && countText(current, maker.name)}</p>
    </FormDialog>
  );
}

function countText({ sent, withheld }: Count, maker: string): string {
  const not = withheld === 0 ? '' : ` ${formatNumber(withheld)} would not, because ${maker} may not see them.`;
  if (sent === 0) return `Nothing would be sent.${not}`;
  return `${counted(sent, 'event')} would be sent.${not}`;
}

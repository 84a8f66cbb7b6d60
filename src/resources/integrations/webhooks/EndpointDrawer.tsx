import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { EVENTS, type EventType } from '../../../../domain/events/catalogue';
import type { WebhookEndpoint } from '../../../../domain/webhooks/endpoint';
import { endpointName } from '../../../../domain/webhooks/endpoint-words';
import { EVENT_GROUPS, typesText } from '../../../../domain/webhooks/event-groups';
import { useCan, usePersonOnly } from '../../../access/useCan';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { useSession } from '../../../providers/session';
import { Checkbox, FieldError } from '../../../ui/Field';
import { pathOfEndpoint } from './paths';
import { endpoints } from './resource';
import css from './webhooks.module.css';

type Values = { url: string; description: string; types: EventType[] };

/** An endpoint's address, what it is for and what it is sent; adds one, without `endpoint`. */
export function EndpointDrawer({ endpoint, onClose }: { endpoint?: WebhookEndpoint; onClose: () => void }) {
  const navigate = useNavigate();
  const { whyNot } = useCan();
  const personOnly = usePersonOnly();
  const isReceiver = endpoint?.kind === 'RECEIVER';
  const form = useRecordForm(endpoints, {
    id: endpoint?.id,
    version: endpoint?.version,
    values: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      types: endpoint?.types ?? [],
    } as Values,
    body: ({ url, ...values }, { version }) => ({
      ...values,
      ...(isReceiver ? {} : { url }),
      ...(endpoint ? { version } : { kind: 'URL' }),
    }),
    success: (saved) => `“${endpointName(saved)}” saved.`,
    // In the place of the address that opened the form.
    onSaved: ({ id }) => (endpoint ? onClose() : navigate(pathOfEndpoint({ id }), { replace: true })),
    ...(endpoint ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={endpoint ? `Edit ${endpointName(endpoint)}` : 'Add an endpoint'}
      save={endpoint ? 'Save' : 'Add endpoint'}
      labels={{ types: 'Events' }}
      whyNot={personOnly ?? whyNot(endpoints.create.requires)}
      width={560}
      onClose={onClose}
      intro={endpoint && <NewMaker endpoint={endpoint} />}
      fields={[
        ...(isReceiver
          ? []
          : [
              {
                name: 'url' as const,
                label: 'Address',
                required: true,
                maxLength: 2000,
                placeholder: 'https://',
                hint: 'Where your program listens. It must begin with https:// and be reachable from the internet.',
              },
            ]),
        {
          name: 'description',
          label: 'What it’s for',
          maxLength: 120,
          hint: 'Shown in the list and in emails when something is wrong.',
        },
      ]}
    >
      <EventChoice />
    </FormDrawer>
  );
}

/** Says that saving it changes by whose rights it is sent events. */
function NewMaker({ endpoint: { maker } }: { endpoint: WebhookEndpoint }) {
  const { user } = useSession();
  if (maker.id === user.id) return null;
  return <p className={css.note}>It’s sent what {maker.name} may see. Once you save, it’s sent what you may see.</p>;
}

/** The events it is sent, chosen by what they are about. */
function EventChoice() {
  const id = useId();
  const { control } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name: 'types' });
  const toggle = (type: EventType, isOn: boolean) =>
    field.onChange(isOn ? [...field.value, type] : field.value.filter((one) => one !== type));
  return (
    <fieldset className={css.choice} aria-describedby={`${id}hint`}>
      <legend className="v-label">Events</legend>
      <p id={`${id}hint`} className="v-hint">
        {field.value.length === 0
          ? 'Nothing chosen: everything except messages is sent, also kinds we add later.'
          : `Chosen: ${typesText(field.value)}.`}{' '}
        {field.value.length > 0 && (
          <button type="button" className="v-link" onClick={() => field.onChange([])}>
            Clear<span className="v-hidden"> the events</span>
          </button>
        )}
      </p>
      {EVENT_GROUPS.map(({ label, types }) => {
        const chosen = types.filter((type) => field.value.includes(type)).length;
        return (
          <details key={label} className={css.group}>
            <summary>
              {label} <span className="v-hint">{chosen > 0 ? `${chosen} of ${types.length}` : types.length}</span>
            </summary>
            {types.map((type) => (
              <Checkbox
                key={type}
                className={css.event}
                name={`types.${type}`}
                checked={field.value.includes(type)}
                onBlur={field.onBlur}
                onChange={({ target }) => toggle(type, target.checked)}
                label={
                  <span>
                    {EVENTS[type].says} <code>{type}</code>
                  </span>
                }
              />
            ))}
          </details>
        );
      })}
      {fieldState.error?.message && <FieldError>{fieldState.error.message}</FieldError>}
    </fieldset>
  );
}

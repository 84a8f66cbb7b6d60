import type { CallInput, Endpoint, IdParams, WriteOptions } from '../../../domain/contract/endpoint';
import type { KeyPeopleEdit, KeyPerson } from '../../../domain/organization/company';
import { useCall } from '../../providers/refine/use-call';
import { FormDrawer } from '../form/FormDrawer';
import { useCallForm } from '../form/useRecordForm';
import { OrderedPanel } from './OrderedPanel';
import { placeOf, withEntry, withMoved } from './ordered';

type Person = Omit<KeyPerson, 'displayOrder'>;
type KeyPeopleCall = Endpoint<WriteOptions & { params: typeof IdParams; body: typeof KeyPeopleEdit }>;

export type KeyPeoplePanelProps = {
  /** Replaces the record's people. */
  call: KeyPeopleCall;
  record: { id: number; version: number; keyPeople: readonly KeyPerson[] };
  /** The messages of the record's writes. */
  said: { success: string; failure: string };
  /** Why the reader may not change them; null when they may. */
  whyNot: string | null;
  refresh: () => unknown;
};

/**
 * The people a record shows its buyers, in order.
 *
 *     <KeyPeoplePanel call={brands.updateKeyPeople} record={brand} said={SAID} whyNot={whyNot} refresh={refetch} />
 */
export function KeyPeoplePanel(props: KeyPeoplePanelProps) {
  const { call, record, said, whyNot } = props;
  const people = record.keyPeople.map(({ displayOrder: _, ...person }): Person => person);
  const moves = useCall(call, { failure: said.failure });
  const removal = useCall(call, { failure: said.failure, showsErrors: true });
  const inputOf = (keyPeople: readonly Person[]): CallInput<KeyPeopleCall> => ({
    params: { id: record.id },
    body: { keyPeople: [...keyPeople], version: record.version },
  });
  return (
    <OrderedPanel
      title="Key people"
      noun="person"
      rows={people}
      nameOf={({ name }) => name}
      hint="Add the people buyers should know, such as their sales contact."
      whyNot={whyNot}
      onMove={(person, place) => moves.run(inputOf(withMoved(people, person, place)))}
      remove={{
        says: 'Buyers will no longer see this person.',
        run: ({ id }) => removal.run(inputOf(people.filter((one) => one.id !== id))),
        success: said.success,
      }}
      drawer={({ row, onClose }) => <PersonDrawer {...props} people={people} person={row} onClose={onClose} />}
    >
      {({ title, email, phone }) => <span className="v-hint">{[title, email, phone].filter(Boolean).join(' · ')}</span>}
    </OrderedPanel>
  );
}

type DrawerProps = KeyPeoplePanelProps & { people: readonly Person[]; person: Person | null; onClose: () => void };
type Values = Omit<Person, 'id'>;

function PersonDrawer({ call, record, said, people, person, refresh, onClose }: DrawerProps) {
  const { name = '', title = '', email = '', phone = '' } = person ?? {};
  const at = `keyPeople.${placeOf(people, person?.id)}`;
  const form = useCallForm<KeyPeopleCall, Values>(call, {
    params: { id: record.id },
    values: { name, title, email, phone },
    version: record.version,
    draft: `${call.path} ${record.id}/${person?.id ?? 'new'}`,
    names: { [`${at}.name`]: 'name', [`${at}.title`]: 'title', [`${at}.email`]: 'email', [`${at}.phone`]: 'phone' },
    body: (values, { version }) => ({
      keyPeople: withEntry<Values & { id?: number }>(people, person ? { ...values, id: person.id } : values),
      version,
    }),
    refresh,
    ...said,
    onSaved: onClose,
    ...(person ? { unchanged: onClose } : {}),
  });
  return (
    <FormDrawer
      form={form}
      title={person ? `Edit ${person.name}` : 'Add a person'}
      save={person ? 'Save' : 'Add person'}
      onClose={onClose}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 100 },
        { name: 'title', label: 'Title', maxLength: 100 },
        { name: 'email', label: 'Email', control: 'email', maxLength: 254 },
        { name: 'phone', label: 'Phone', control: 'phone', maxLength: 40 },
      ]}
    />
  );
}

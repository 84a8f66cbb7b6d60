import type { KeyPerson } from '../../../domain/organization/company';
import { companies as calls } from '../../../domain/organization/company-contract';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { useCallForm } from '../../kit/form/useRecordForm';
import { OrderedPanel } from '../../kit/record/OrderedPanel';
import { useCall } from '../../providers/use-call';
import { type CompanySection, placeOf, SAID, withEntry, withMoved } from './company.text';

type Person = Omit<KeyPerson, 'displayOrder'>;
const inOrder = (people: readonly KeyPerson[]): Person[] => people.map(({ displayOrder: _, ...person }) => person);

/** The people a company shows its buyers, in order. */
export function CompanyPeople(section: CompanySection) {
  const { company, whyNot } = section;
  const people = inOrder(company.keyPeople);
  const params = { id: company.companyId };
  const moves = useCall(calls.updateKeyPeople, { failure: SAID.failure });
  const removal = useCall(calls.updateKeyPeople, { failure: SAID.failure, showsErrors: true });
  const bodyOf = (keyPeople: readonly Person[]) => ({
    params,
    body: { keyPeople: [...keyPeople], version: company.version },
  });
  return (
    <OrderedPanel
      title="Key people"
      noun="person"
      rows={people}
      nameOf={({ name }) => name}
      hint="Add the people buyers should know, such as their sales contact."
      whyNot={whyNot}
      onMove={(person, place) => moves.run(bodyOf(withMoved(people, person, place)))}
      remove={{
        says: 'Buyers will no longer see this person.',
        run: ({ id }) => removal.run(bodyOf(people.filter((one) => one.id !== id))),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) => <PersonDrawer {...section} people={people} person={row} onClose={onClose} />}
    >
      {({ title, email, phone }) => <span className="v-hint">{[title, email, phone].filter(Boolean).join(' · ')}</span>}
    </OrderedPanel>
  );
}

type DrawerProps = CompanySection & { people: readonly Person[]; person: Person | null; onClose: () => void };
type Values = Omit<Person, 'id'>;

function PersonDrawer({ company, people, person, refresh, onClose }: DrawerProps) {
  const { name = '', title = '', email = '', phone = '' } = person ?? {};
  const at = `keyPeople.${placeOf(people, person?.id)}`;
  const form = useCallForm<typeof calls.updateKeyPeople, Values>(calls.updateKeyPeople, {
    params: { id: company.companyId },
    values: { name, title, email, phone },
    version: company.version,
    draft: `company/${company.companyId}/person/${person?.id ?? 'new'}`,
    names: { [`${at}.name`]: 'name', [`${at}.title`]: 'title', [`${at}.email`]: 'email', [`${at}.phone`]: 'phone' },
    body: (values, { version }) => ({
      keyPeople: withEntry<Values & { id?: number }>(people, person ? { ...values, id: person.id } : values),
      version,
    }),
    refresh,
    ...SAID,
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

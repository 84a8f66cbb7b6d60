import { session as calls } from '../../../domain/session/contract';
import { FormSheet } from '../../kit/form/FormSheet';
import { useCallForm } from '../../kit/form/useRecordForm';
import { useSession } from '../../providers/session';
import { userChanged } from '../../providers/session/session-store';
import css from '../profile.module.css';

/** The name colleagues and trading partners see. */
export function NameForm() {
  const { firstName, lastName } = useSession().user;
  const form = useCallForm<typeof calls.updateMe, { firstName: string; lastName: string }>(calls.updateMe, {
    values: { firstName, lastName },
    success: 'Name saved.',
    onSaved: userChanged,
  });
  return (
    <FormSheet
      form={form}
      className={css.form}
      save="Save name"
      fields={[
        { name: 'firstName', label: 'First name', required: true, autoComplete: 'given-name' },
        { name: 'lastName', label: 'Last name', required: true, autoComplete: 'family-name' },
      ]}
    />
  );
}

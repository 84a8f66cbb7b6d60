import { useQueryClient } from '@tanstack/react-query';
import { USAGE_LABELS, type UsageLevel } from '../../domain/usage/agreement';
import { usage as calls } from '../../domain/usage/contract';
import { useCan } from '../access/useCan';
import { FormSheet } from '../kit/form/FormSheet';
import { QueryState } from '../kit/form/QueryState';
import { useCallForm } from '../kit/form/useRecordForm';
import { callKey, useCallQuery } from '../providers/refine/use-call';
import { LEVEL_OPTIONS } from './UsageSettings';

/** What an organization lets its people agree to have measured. */
export default function OrganizationUsage() {
  const query = useCallQuery(calls.organization, {}, { topics: ['organization'] });
  const whyNot = useCan().whyNot(calls.agreeForOrganization.requires);
  return (
    <>
      <p className="muted">
        Nobody is measured or recorded unless they agree as well, in their profile settings. Recordings mask all text
        but our own headings and buttons. Only the person sees them, and support staff with a reason, which is in the
        audit log.
      </p>
      <QueryState query={query}>
        {({ level }) => (whyNot === null ? <LevelForm level={level} /> : <p>{USAGE_LABELS[level]}</p>)}
      </QueryState>
    </>
  );
}

function LevelForm({ level }: { level: UsageLevel }) {
  const client = useQueryClient();
  const form = useCallForm<typeof calls.agreeForOrganization, { level: UsageLevel }>(calls.agreeForOrganization, {
    values: { level },
    success: 'Saved.',
    onSaved: (saved) => client.setQueryData(callKey(calls.organization, {}), saved),
  });
  return (
    <FormSheet
      form={form}
      label="Recording and use"
      save="Save choice"
      fields={[
        { name: 'level', label: 'Our people may allow', control: 'select', options: LEVEL_OPTIONS, required: true },
      ]}
    />
  );
}

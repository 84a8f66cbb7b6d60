import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { roadmap as calls } from '../../domain/roadmap/contract';
import type { RoadmapEntry, RoadmapStatus } from '../../domain/roadmap/entry';
import { counted } from '../../domain/text';
import { choicesOf } from '../kit/form/choices';
import { FormDialog } from '../kit/form/FormDrawer';
import { Confirm } from '../kit/form/questions/Confirm';
import { useCallForm } from '../kit/form/useRecordForm';
import { useCall } from '../providers/refine/use-call';
import { useResourceDelete } from '../providers/refine/use-resource';
import { Button } from '../ui/Button';
import { EditDrawer, STATUS_OPTIONS } from './EntryDrawers';
import { roadmap, useRefreshRoadmap } from './resource';

type Asked = { entry: RoadmapEntry; onClose: () => void };

const ACTS = {
  edit: { label: 'Edit', form: EditDrawer },
  status: { label: 'Change status', form: StatusDialog },
  merge: { label: 'Merge', form: MergeDialog },
  unmerge: { label: 'Undo merge', form: UndoMerge },
  remove: { label: 'Remove', form: RemoveEntry },
} as const satisfies Record<string, { label: string; form: (asked: Asked) => ReactNode }>;
type Act = keyof typeof ACTS;

/** What support staff do with an entry. */
export default function StaffActs({ entry }: { entry: RoadmapEntry }) {
  const [act, setAct] = useState<Act | null>(null);
  const Form = act && ACTS[act].form;
  const merged: readonly Act[] = ['edit', 'unmerge'];
  const single: readonly Act[] = ['edit', 'merge', 'remove', 'status'];
  return (
    <>
      {(entry.mergedInto ? merged : single).map((one) => (
        <Button key={one} tone={one === 'status' ? 'primary' : 'plain'} onClick={() => setAct(one)}>
          {ACTS[one].label}
        </Button>
      ))}
      {Form && <Form entry={entry} onClose={() => setAct(null)} />}
    </>
  );
}

function StatusDialog({ entry: { id, status, version }, onClose }: Asked) {
  const refresh = useRefreshRoadmap();
  const form = useCallForm(calls.changeStatus, {
    params: { id },
    version,
    values: { status: (status === 'WAITING' ? 'OPEN' : status) as RoadmapStatus, note: '' },
    success: 'Status changed. Followers are told.',
    onSaved: async () => {
      await refresh();
      onClose();
    },
    refresh,
  });
  return (
    <FormDialog
      form={form}
      title="Change status"
      save="Change and tell followers"
      onClose={onClose}
      fields={[
        { name: 'status', label: 'Status', control: 'select', required: true, options: STATUS_OPTIONS },
        {
          name: 'note',
          label: 'Note',
          control: 'textarea',
          required: true,
          maxLength: 1000,
          hint: 'Followers read it, also of what was merged into this. Keep the status to tell of progress.',
        },
      ]}
    />
  );
}

function MergeDialog({ entry: { id, title, votes, version }, onClose }: Asked) {
  const refresh = useRefreshRoadmap();
  const form = useCallForm(calls.merge, {
    params: { id },
    version,
    values: { intoId: null as number | null },
    success: 'Merged.',
    onSaved: async () => {
      await refresh();
      onClose();
    },
    refresh,
  });
  return (
    <FormDialog
      form={form}
      title={`Merge “${title}”`}
      save="Merge"
      onClose={onClose}
      intro={
        <p>
          Its {counted(votes, 'vote')} count for the other entry; people who voted for both count once. You can undo it.
        </p>
      }
      fields={[
        {
          name: 'intoId',
          label: 'Into',
          control: 'lookup',
          required: true,
          placeholder: 'Find by title or text',
          source: choicesOf(roadmap, {
            search: 'search',
            sortBy: 'title',
            option: (row) => ({ value: row.id, label: row.title, disabled: row.id === id }),
          }),
        },
      ]}
    />
  );
}

function UndoMerge({ entry: { id, mergedInto }, onClose }: Asked) {
  const refresh = useRefreshRoadmap();
  const { run } = useCall(calls.unmerge, { showsErrors: true });
  return (
    <Confirm
      title="Undo the merge?"
      act="Undo merge"
      tone="primary"
      run={() => run({ params: { id } })}
      success="The merge is undone."
      onDone={refresh}
      onClose={onClose}
    >
      <p>
        Both entries stand alone again, each with the people who voted for it. “{mergedInto?.title}” counts without
        this.
      </p>
    </Confirm>
  );
}

function RemoveEntry({ entry: { id, title, votes }, onClose }: Asked) {
  const navigate = useNavigate();
  const { run } = useResourceDelete(roadmap, { showsErrors: true });
  return (
    <Confirm
      title={`Remove “${title}”?`}
      act="Remove entry"
      run={() => run(id)}
      success="Entry removed."
      onDone={() => navigate('/roadmap')}
      onClose={onClose}
    >
      <p>
        Its {counted(votes, 'vote')}, reasons and history are removed too. You can’t undo this. To say no, change its
        status instead.
      </p>
    </Confirm>
  );
}

import type { ReactNode } from 'react';
import { z } from 'zod';
import { SavedViewName } from '../../../../domain/views/saved-view';
import { PlanNote } from '../../../access/PlanNote';
import { attempt } from '../../form/attempt';
import { FormDialog } from '../../form/FormDrawer';
import { Confirm } from '../../form/questions/Confirm';
import { useActionForm } from '../../form/useRecordForm';
import type { SavedViews } from './useSavedViews';

const schema = z.object({ name: SavedViewName });

type SavedViewDialogsProps = { views: SavedViews; many: string; onClose: () => void };

/** The dialogs of the saved-searches menu. */
export function SavedViewDialogs({ views, many, onClose }: SavedViewDialogsProps) {
  const { question, active, mailing, save, rename } = views;
  if (question === 'save') {
    return (
      <NameDialog
        title="Save this search"
        act="Save search"
        intro={<PlanNote requires={views.requires} />}
        before=""
        onName={save}
        onClose={onClose}
      />
    );
  }
  if (question === null || !active) return null;
  if (question === 'mail') return mailing && <mailing.Form.Part view={active} onClose={onClose} />;
  if (question === 'delete') return <DeleteDialog views={views} many={many} onClose={onClose} />;
  return (
    <NameDialog
      title="Rename saved search"
      act="Rename"
      before={active.name}
      onName={(name) => rename(active, name)}
      onClose={onClose}
    />
  );
}

type NameDialogProps = {
  title: string;
  act: string;
  intro?: ReactNode;
  before: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
};

function NameDialog({ title, act, intro, before, onName, onClose }: NameDialogProps) {
  const form = useActionForm(({ name }: { name: string }) => attempt(() => onName(name)), {
    values: { name: before },
    schema,
  });
  return (
    <FormDialog
      form={form}
      title={title}
      intro={intro}
      save={act}
      asksFirst={false}
      onClose={onClose}
      fields={[
        { name: 'name', label: 'Name', required: true, maxLength: 80, hint: 'You can share it with your team later.' },
      ]}
    />
  );
}

function DeleteDialog({ views, many, onClose }: { views: SavedViews; many: string; onClose: () => void }) {
  const { active, mailing, remove } = views;
  if (!active) return null;
  return (
    <Confirm
      title="Delete saved search"
      act="Delete search"
      cancel="Keep search"
      run={() => attempt(() => remove(active))}
      onClose={onClose}
    >
      <p>
        Delete “{active.name}”{active.isShared && ', also for your team'}? Your {many} and the current filters don’t
        change.{mailing && ' Anyone who gets it by email is told that it stops.'}
      </p>
    </Confirm>
  );
}

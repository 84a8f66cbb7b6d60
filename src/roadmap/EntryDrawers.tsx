import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { roadmap as calls } from '../../domain/roadmap/contract';
import { GIVEN_STATUS_IDS, ROADMAP_STATUSES, type RoadmapEntry, type RoadmapStatus } from '../../domain/roadmap/entry';
import { counted } from '../../domain/text';
import { FormDrawer } from '../kit/form/FormDrawer';
import { type FieldSpec, Fields } from '../kit/form/fields';
import { useCallForm, useRecordForm } from '../kit/form/useRecordForm';
import { useCallQuery } from '../providers/refine/use-call';
import { useDebounced } from '../ui/hooks';
import { RoadmapPill } from './RoadmapPill';
import { pathOfEntry, roadmap, useRefreshRoadmap } from './resource';
import styles from './roadmap.module.css';

type Words = { title: string; text: string };

const title: FieldSpec<Words> = { name: 'title', label: 'Title', required: true, maxLength: 120 };
const text: FieldSpec<Words> = { name: 'text', label: 'Description', control: 'textarea', maxLength: 4000, rows: 6 };

/** A status as staff choose it. */
export const STATUS_OPTIONS = GIVEN_STATUS_IDS.map((value) => ({ value, label: ROADMAP_STATUSES[value] }));

/** Suggests something, after what is like it was shown. */
export function SuggestDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useRecordForm(roadmap, {
    values: { title: '', text: '', reason: '' },
    success: 'Thank you. We’ll look at it before others see it.',
    failure: 'Couldn’t send your suggestion.',
    onSaved: (saved) => void navigate(pathOfEntry(saved), { replace: true }),
  });
  return (
    <FormDrawer
      form={form}
      title="Suggest something"
      save="Send suggestion"
      onClose={onClose}
      fields={[{ ...title, hint: 'What you’d like to do, in a few words.' }]}
    >
      <Similar title={useWatch({ control: form.rhf.control, name: 'title' })} />
      <Fields<Words & { reason: string }>
        fields={[
          { ...text, hint: 'Others see it with your organization’s name, never yours.' },
          {
            name: 'reason',
            label: 'What would it change for you?',
            maxLength: 160,
            hint: 'One line, such as “Saves us two hours a week.”',
          },
        ]}
      />
    </FormDrawer>
  );
}

const LEAST_TYPED = 4;

/** What is on the roadmap already, to vote for instead; opened beside, so that nothing typed is lost. */
function Similar({ title }: { title: string }) {
  const id = useId();
  const typed = useDebounced(title.trim());
  const query = { title: typed };
  const { data = [] } = useCallQuery(
    calls.similar,
    { query },
    { enabled: typed.length >= LEAST_TYPED, keepsPrevious: true },
  );
  const found = typed.length >= LEAST_TYPED ? data : [];
  return (
    <section className={styles.similar} aria-labelledby={id} hidden={found.length === 0}>
      <h3 id={id}>Is it one of these? Vote for it instead</h3>
      <ul>
        {found.map((entry) => (
          <li key={entry.id}>
            <a href={pathOfEntry(entry)} target="_blank" rel="noopener">
              {entry.title}
            </a>
            <RoadmapPill status={entry.status} />
            <span className="v-hint">{counted(entry.votes, 'vote')}</span>
          </li>
        ))}
      </ul>
      <span className="v-hidden" role="status">
        {found.length > 0 && `${counted(found.length, 'entry is', 'entries are')} like this.`}
      </span>
    </section>
  );
}

/** Adds an entry of ours. */
export function WriteDrawer({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const refresh = useRefreshRoadmap();
  const form = useCallForm(calls.create, {
    values: { title: '', text: '', status: 'PLANNED' as RoadmapStatus },
    success: 'Entry added.',
    onSaved: async (saved) => {
      await refresh();
      await navigate(pathOfEntry(saved), { replace: true });
    },
  });
  return (
    <FormDrawer
      form={form}
      title="Add an entry"
      save="Add entry"
      onClose={onClose}
      fields={[
        title,
        text,
        { name: 'status', label: 'Status', control: 'select', required: true, options: STATUS_OPTIONS },
      ]}
    />
  );
}

/** Changes what an entry says. */
export function EditDrawer({ entry, onClose }: { entry: RoadmapEntry; onClose: () => void }) {
  const form = useRecordForm(roadmap, {
    id: entry.id,
    version: entry.version,
    values: { title: entry.title, text: entry.text },
    success: 'Entry saved.',
    onSaved: onClose,
    unchanged: onClose,
  });
  return <FormDrawer form={form} title="Edit entry" save="Save" onClose={onClose} fields={[title, text]} />;
}

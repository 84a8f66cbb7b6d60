import { useState } from 'react';
import { connections as calls } from '../../domain/connections/contract';
import { usePersonOnly } from '../access/useCan';
import { FormSheet } from '../kit/form/FormSheet';
import { QueryState } from '../kit/form/QueryState';
import { useActionForm } from '../kit/form/useRecordForm';
import { useCall, useCallQuery } from '../providers/refine/use-call';
import { Button } from '../ui/Button';
import { Field, TextInput } from '../ui/Field';
import css from './connections.module.css';

/** The person's own link, to copy or to email. */
export function ConnectionLink() {
  const personOnly = usePersonOnly();
  if (personOnly) return <p className="muted">{personOnly}</p>;
  return <OwnLink />;
}

function OwnLink() {
  const query = useCallQuery(calls.link, {});
  const { run } = useCall(calls.sendLink, { showsErrors: true });
  const form = useActionForm<{ email: string }, unknown>(
    ({ email }, idempotencyKey) => run({ query: { email } }, { idempotencyKey }),
    { values: { email: '' }, schema: calls.sendLink.query, clears: true, success: 'We emailed your link.' },
  );
  return (
    <>
      <p className="muted">Whoever opens it and accepts is connected with you at once.</p>
      <QueryState query={query}>{({ link }) => <CopyLink link={link} />}</QueryState>
      <FormSheet
        form={form}
        label="Email your link"
        save="Send link"
        always
        fields={[{ name: 'email', label: 'Email', control: 'email', required: true, maxLength: 254 }]}
      />
    </>
  );
}

function CopyLink({ link }: { link: string }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => setSaid('Copied'),
      () => setSaid('Select the link and press Ctrl+C or ⌘C to copy'),
    );
  return (
    <div className={css.link}>
      <Field label="Link" hint={said}>
        <TextInput readOnly value={link} onFocus={({ target }) => target.select()} />
      </Field>
      <Button icon="copy" onClick={() => void copy()}>
        Copy link
      </Button>
      <span role="status" className="v-hidden">
        {said}
      </span>
    </div>
  );
}

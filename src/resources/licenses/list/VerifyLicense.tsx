import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { LicenseRow } from '../../../../domain/licenses/license';
import { CODE_MINUTES } from '../../../../domain/licenses/proof';
import { licenseProofs as calls, type ProofWays } from '../../../../domain/licenses/proof-contract';
import { DocumentField } from '../../../kit/form/controls/DocumentField';
import { FormSheet } from '../../../kit/form/FormSheet';
import { QueryState } from '../../../kit/form/QueryState';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { isOffered } from '../../../providers/settings';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { momentHere } from '../../../ui/reader-dates';
import css from '../licenses.module.css';

type Props = { license: LicenseRow; onClose: () => void };

/** The ways to prove that a license is theirs. */
export function VerifyLicense({ license, onClose }: Props) {
  const query = useCallQuery(calls.ways, { params: { id: license.id } }, { topics: ['organization'] });
  const reload = () => void query.refetch();
  return (
    <Dialog
      title={`Verify ${licenseDisplayName(license)}`}
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
      width={520}
    >
      <div className={css.ways}>
        <p>Others see in the directory how you proved that this license is yours. Any one of these does.</p>
        {isOffered('tracking') && (
          <section>
            <h3>By tracking system key</h3>
            <p>Turn on its sync, or give it a key of its own, in its menu. It’s verified as soon as a key opens it.</p>
          </section>
        )}
        <QueryState query={query}>
          {(ways) => (
            <>
              <ByMail license={license} ways={ways} onChanged={reload} onDone={onClose} />
              <ByDocument license={license} ways={ways} onChanged={reload} />
            </>
          )}
        </QueryState>
      </div>
    </Dialog>
  );
}

type WayProps = { license: LicenseRow; ways: ProofWays; onChanged: () => void };

function ByMail({ license, ways, onChanged, onDone }: WayProps & { onDone: () => void }) {
  const { registeredEmail, isCodeSent } = ways;
  const send = useCall(calls.sendCode, { success: 'Code emailed.' });
  const ask = async () => {
    if ((await send.run({ params: { id: license.id } })).ok) onChanged();
  };
  return (
    <section>
      <h3>By email to the registered address</h3>
      {registeredEmail === null ? (
        <p>The state register names no email for this license, so use another way.</p>
      ) : (
        <>
          <p>
            We email a code to {registeredEmail}, which the state register names. It works for {CODE_MINUTES} minutes.
          </p>
          <Button busy={send.isPending} onClick={() => void ask()}>
            {isCodeSent ? 'Email a new code' : 'Email a code'}
          </Button>
          {isCodeSent && <EnterCode id={license.id} number={license.licenseNumber} onDone={onDone} />}
        </>
      )}
    </section>
  );
}

function EnterCode({ id, number, onDone }: { id: number; number: string; onDone: () => void }) {
  const { run } = useCall(calls.enterCode, { success: `License ${number} is verified.`, showsErrors: true });
  const form = useActionForm(({ code }: { code: string }) => run({ params: { id }, body: { code } }), {
    values: { code: '' },
    schema: calls.enterCode.body,
    onSaved: onDone,
  });
  return (
    <FormSheet
      form={form}
      fields={[{ name: 'code', label: 'Code', required: true, maxLength: 6, hint: 'The 6 digits of the email.' }]}
      save="Enter code"
      always
    />
  );
}

function ByDocument({ license, ways: { document }, onChanged }: WayProps) {
  return (
    <section>
      <h3>By document</h3>
      {document?.state === 'OPEN' && <p>Support is looking at the document of {momentHere(document.sentAt)}.</p>}
      {document?.state === 'DECLINED' && <p>Support declined the last document: {document.answer}</p>}
      <p>Send the license itself, or a letter of the state about it.</p>
      <DocumentField
        label={document?.state === 'OPEN' ? 'Send another document' : 'Send a document'}
        call={calls.sendDocument}
        input={{ params: { id: license.id } }}
        success="Document sent. We tell you once support has looked at it."
        onSaved={onChanged}
      />
    </section>
  );
}

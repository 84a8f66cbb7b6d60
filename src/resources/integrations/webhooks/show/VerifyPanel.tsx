import { VERIFICATION_SAMPLES } from '../../../../../domain/webhooks/verification';
import { Panel } from '../../../../kit/record/RecordPage';
import { type CodeTab, CodeTabs } from '../../../../ui/Code';

const [first, ...rest] = VERIFICATION_SAMPLES.map(
  ({ id, label, install, code }): CodeTab => ({
    id,
    tab: label,
    label: `${label} code`,
    text: code,
    copies: { text: code, label: 'Copy code' },
    note: install === null ? 'Nothing to install.' : `Install: ${install}`,
  }),
);

/** How a program checks that a message is from us, in several languages. */
export function VerifyPanel() {
  return (
    <Panel title="Check that a message is from us">
      <p>
        Anybody can send your program a request. Ours are signed as{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        says: put the signing secret into your program’s environment as WEBHOOK_SECRET and refuse what isn’t signed with
        it. A message can arrive twice or out of order: remember its webhook-id, and read the record’s current state
        when it comes.
      </p>
      {first && <CodeTabs label="Language" tabs={[first, ...rest]} />}
    </Panel>
  );
}

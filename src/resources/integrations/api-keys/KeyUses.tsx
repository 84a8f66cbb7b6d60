import { FEATURES } from '../../../../domain/access/features';
import { featuresInWords, UNUSED_DAYS } from '../../../../domain/api-keys/api-key';
import type { apiKeys as calls } from '../../../../domain/api-keys/contract';
import type { CallOutput } from '../../../../domain/contract/endpoint';
import { formatNumber } from '../../../../domain/money';
import { Panel } from '../../../kit/record/RecordPage';
import { Button } from '../../../ui/Button';
import { momentHere } from '../../../ui/reader-dates';
import { EmptyState } from '../../../ui/states';
import css from './api-keys.module.css';

type KeyUsesProps = CallOutput<typeof calls.uses> & {
  /** Applies the proposal; null if the reader can't. */
  onNarrow: (() => void) | null;
};

/** What a key called, the permissions it could do without, and the proposal to take them. */
export function KeyUses({ uses, unused, proposal, onNarrow }: KeyUsesProps) {
  return (
    <>
      {proposal && (
        <Panel
          title="Fewer permissions would do"
          actions={
            onNarrow && (
              <Button tone="primary" onClick={onNarrow}>
                Remove the others
              </Button>
            )
          }
        >
          <p>So far it needed only: {featuresInWords(proposal)}.</p>
        </Panel>
      )}
      {unused.length > 0 && (
        <Panel title={`Not used in ${UNUSED_DAYS} days`}>
          <ul className={css.unused}>
            {unused.map(({ feature, level }) => (
              <li key={`${feature} ${level}`}>
                {FEATURES[feature].name} ({level})
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title={`Calls in ${UNUSED_DAYS} days`} id="key-uses">
        {uses.length === 0 ? (
          <EmptyState title="Not used yet" hint="What your software calls with this key appears here." />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: people scroll it by keyboard
          <section className={css.scroll} tabIndex={0} aria-label="Each call">
            <table className={css.uses} aria-labelledby="key-uses">
              <thead>
                <tr>
                  <th scope="col">Call</th>
                  <th scope="col">Calls</th>
                  <th scope="col">Refused</th>
                  <th scope="col">Last</th>
                </tr>
              </thead>
              <tbody>
                {uses.map(({ call, summary, calls, refused, lastAt }) => (
                  <tr key={call}>
                    <th scope="row">
                      {summary} <code>{call}</code>
                    </th>
                    <td>{formatNumber(calls)}</td>
                    <td>{formatNumber(refused)}</td>
                    <td>{momentHere(lastAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </Panel>
    </>
  );
}

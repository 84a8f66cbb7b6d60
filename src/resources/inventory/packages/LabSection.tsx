import { useState } from 'react';
import { shortDay } from '../../../../domain/dates';
import {
  ANALYTE_GROUPS,
  byGroup,
  failuresOf,
  freshnessOf,
  hasLabResults,
  type LabReport,
} from '../../../../domain/inventory/lab-result';
import { inventory as calls } from '../../../../domain/inventory/packages/contract';
import type { InventoryPackage } from '../../../../domain/inventory/packages/package';
import { formatAmount } from '../../../../domain/money';
import { QueryState } from '../../../kit/form/QueryState';
import { downloadFile } from '../../../kit/list/export/download-file';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Button } from '../../../ui/Button';
import { Facts } from '../../../ui/Facts';
import { Pill } from '../../../ui/Pill';
import { momentHere, today } from '../../../ui/reader-dates';
import css from './PackageDrawer.module.css';

/** A package, whichever its id is. */
type Held = Omit<InventoryPackage, 'id'>;

/** What labs found of a package. */
export function LabSection({ one }: { one: Held }) {
  const isTested = hasLabResults(one.currentLabTestState);
  const results = useCallQuery(
    calls.testResults,
    { params: { label: one.label } },
    { topics: ['packages'], enabled: isTested },
  );
  if (!isTested) return null;
  return (
    <section aria-labelledby="package-lab">
      <h3 id="package-lab">Lab results</h3>
      <QueryState query={results} failure="We couldn’t read the lab results.">
        {({ read, reports, contradiction }) => (
          <>
            {contradiction !== null && (
              <p className={css.short} role="status">
                {contradiction}
              </p>
            )}
            {reports.map((report) => (
              <Report key={`${report.performed} ${report.labLicense} ${report.documentId}`} one={one} report={report} />
            ))}
            {reports.length === 0 && (
              <p>
                {read === null ? 'Not read from the tracking system yet.' : 'The tracking system has no lab results.'}
              </p>
            )}
            {read !== null && <p className="v-hint">Read {momentHere(read)}</p>}
          </>
        )}
      </QueryState>
    </section>
  );
}

function Report({ one, report }: { one: Held; report: LabReport }) {
  const { labName, performed, expires, isRevoked, sourceLabel, documentId } = report;
  const [isBusy, setBusy] = useState(false);
  const fetchCertificate = async (documentId: number) => {
    setBusy(true);
    await downloadFile(
      calls.certificate,
      { params: { label: one.label, documentId } },
      'We couldn’t fetch the certificate.',
    );
    setBusy(false);
  };
  const failures = failuresOf(report);
  const freshness = freshnessOf(report, today());
  return (
    <div className={css.report}>
      <p className={css.verdicts}>
        {isRevoked ? (
          <Pill mark="slash">Taken back by the lab</Pill>
        ) : (
          <Pill tone={report.passed ? 'positive' : 'negative'}>{report.passed ? 'Passed' : 'Failed'}</Pill>
        )}
        {freshness === 'EXPIRED' && <Pill tone="negative">Expired {shortDay(expires)}</Pill>}
        {freshness === 'EXPIRING' && <Pill tone="warning">Expires {shortDay(expires)}</Pill>}
        <span>
          {labName}, {shortDay(performed)}
        </span>
        {documentId !== null && (
          <Button onClick={() => void fetchCertificate(documentId)} busy={isBusy}>
            Certificate
          </Button>
        )}
      </p>
      {sourceLabel !== '' && sourceLabel !== one.label && <p className="v-hint">Sampled from {sourceLabel}</p>}
      {failures.length > 0 && (
        <p className={css.short}>
          Failed: {failures.map(({ name, comment }) => (comment ? `${name} (${comment})` : name)).join(', ')}
        </p>
      )}
      {byGroup(report.findings).map(([group, findings]) => (
        <details key={group} open={group === 'CANNABINOIDS'}>
          <summary>
            {ANALYTE_GROUPS[group]}{' '}
            <span className="muted">
              {findings.every(({ passed }) => passed) ? `${findings.length} passed` : 'Not all passed'}
            </span>
          </summary>
          <Facts
            facts={Object.fromEntries(
              findings.map(({ name, level, unit, passed }) => [
                name,
                `${level === null ? (passed ? 'Passed' : 'Failed') : `${formatAmount(level)} ${unit}`.trim()}${passed || level === null ? '' : ' (failed)'}`,
              ]),
            )}
          />
        </details>
      ))}
    </div>
  );
}

import { shortDay } from '../../../../domain/dates';
import { ANALYTE_GROUPS, byGroup } from '../../../../domain/inventory/lab-result';
import { formatAmount } from '../../../../domain/money';
import { networkPackages as calls } from '../../../../domain/network/packages-contract';
import { reportText, type SharedLabReport } from '../../../../domain/network/shared-package';
import type { StockPackage } from '../../../../domain/network/stock';
import { QueryState } from '../../../kit/form/QueryState';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Dialog } from '../../../ui/Dialog';
import { Facts } from '../../../ui/Facts';
import { dateHere } from '../../../ui/reader-dates';
import { LabTestPill, PackageStatusPill } from '../../inventory/packages/PackagePills';
import css from './network-packages.module.css';
import { ageOf, whyContradicts } from './stock.columns';

/** A package as its holder shows it, with what labs found, and what one's own records say of its tag. */
export function StockDrawer({ row, onClose }: { row: StockPackage; onClose: () => void }) {
  const params = { holderOrgId: row.holder.orgId, id: row.id };
  const details = useCallQuery(calls.get, { params }, { topics: ['packages', 'network', 'shared-packages'] });
  return (
    <Dialog title={row.tag} isDrawer width={520} onClose={onClose}>
      <QueryState query={details} failure="We couldn’t read this package.">
        {(one) => {
          const { holder, known } = one;
          const why = whyContradicts(one);
          return (
            <div className={css.story}>
              {why !== null && (
                <p className={why.isInexplicable ? css.differs : 'muted'} role="status">
                  {why.text}
                </p>
              )}
              <Facts
                facts={{
                  Item: one.item,
                  Brand: one.brand.name,
                  Quantity: `${formatAmount(one.quantity)} ${one.unit}`,
                  Status: <PackageStatusPill status={one.status} />,
                  'Lab test': <LabTestPill state={one.labState} />,
                  'Held by': `${holder.organization}, ${holder.name}`,
                  License: holder.licenseNumber,
                  Age: ageOf(one),
                  'Your last receipt':
                    known.receipt &&
                    `${formatAmount(known.receipt.quantity)} ${known.receipt.unit}${known.receipt.received ? `, ${dateHere(known.receipt.received)}` : ''}`,
                }}
              />
              <section aria-labelledby="stock-lab">
                <h3 id="stock-lab">Lab results</h3>
                {one.labReports.length === 0 && <p className="v-hint">No lab has reported on it.</p>}
                {one.labReports.map((report) => (
                  <Report key={`${report.performed} ${report.labLicense}`} report={report} />
                ))}
              </section>
            </div>
          );
        }}
      </QueryState>
    </Dialog>
  );
}

function Report({ report }: { report: SharedLabReport }) {
  return (
    <div className={css.report}>
      <p>
        {reportText(report)}, counts until {shortDay(report.expires)}
      </p>
      {byGroup(report.findings).map(([group, findings]) => (
        <details key={group} open={group === 'CANNABINOIDS'}>
          <summary>{ANALYTE_GROUPS[group]}</summary>
          <Facts
            facts={Object.fromEntries(
              findings.map(({ name, level, unit, passed }) => [
                name,
                `${level === null ? '' : `${formatAmount(level)} ${unit} `}${passed ? '' : 'failed'}`.trim() ||
                  'Passed',
              ]),
            )}
          />
        </details>
      ))}
    </div>
  );
}

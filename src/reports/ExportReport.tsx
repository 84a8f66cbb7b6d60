import type { CallInput } from '../../domain/contract/endpoint';
import type { orderReports, pivotReports } from '../../domain/reports/contract';
import { useCan } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { useExport } from '../kit/list';
import { useExportUnderWay } from '../kit/list/export/export-file';
import { Button } from '../ui/Button';
import { useOffer } from '../ui/offers';

type ReportExport = typeof orderReports.export | typeof pivotReports.export;
type ExportReportProps<E extends ReportExport> = CallInput<E> & {
  endpoint: E;
  /** What is resumed after an upgrade. */
  act: string;
  hasRows: boolean;
};

/** Downloads the report as csv. */
export function ExportReport<E extends ReportExport>({ endpoint, act, body, hasRows }: ExportReportProps<E>) {
  const { requires } = endpoint;
  const can = useCan();
  const underWay = useExportUnderWay();
  const start = useExport(act, endpoint);
  const isReady = hasRows && underWay === null;
  // What only the plan lacks stays enabled: the platform then says which plan includes it.
  const whyNot = can.lacksPlan(requires) ? null : can.whyNot(requires);
  const run = () => void start({ body } as CallInput<E>, 'export this report');
  useOffer('Export this report as csv', isReady && whyNot === null ? run : undefined);
  return (
    <>
      <Button icon="download" aria-label="Export" disabled={!isReady || whyNot !== null} onClick={run}>
        <span data-wide>Export</span>
      </Button>
      {hasRows && whyNot !== null && <WhyNot reason={whyNot} />}
    </>
  );
}

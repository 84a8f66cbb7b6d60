import type { CallInput } from '../../domain/contract/endpoint';
import { orderReports } from '../../domain/reports/contract';
import { useCan } from '../access/useCan';
import { WhyNot } from '../access/WhyNot';
import { useExport } from '../kit/list';
import { useExportUnderWay } from '../kit/list/export-file';
import { Button } from '../ui/Button';
import { useOffer } from '../ui/offers';

type ExportReportProps = CallInput<typeof orderReports.export> & { hasRows: boolean };

/** Downloads the report as csv. */
export function ExportReport({ body, hasRows }: ExportReportProps) {
  const { requires } = orderReports.export;
  const can = useCan();
  const underWay = useExportUnderWay();
  const start = useExport('orders.report.export', orderReports.export);
  const isReady = hasRows && underWay === null;
  // What only the plan lacks stays enabled: the platform then says which plan includes it.
  const whyNot = can.lacksPlan(requires) ? null : can.whyNot(requires);
  const run = () => void start({ body }, 'export this report');
  useOffer('Export this report as csv', isReady && whyNot === null ? run : undefined);
  return (
    <>
      <Button icon="download" disabled={!isReady || whyNot !== null} onClick={run}>
        Export
      </Button>
      {hasRows && whyNot !== null && <WhyNot reason={whyNot} />}
    </>
  );
}

import { Link, useSearchParams } from 'react-router';
import { REPORT_TYPES, type ReportType } from '../../../domain/reports/report-types';
import styles from './orders.module.css';

/** The report the address asks for; null for the list. */
export function reportOf(params: URLSearchParams): ReportType | null {
  const name = params.get('report') ?? '';
  return Object.hasOwn(REPORT_TYPES, name) ? (name as ReportType) : null;
}

/** A report begins with a recent time, unless the filters say when orders were created. */
function addressOf(current: URLSearchParams, type: ReportType | null): string {
  const next = new URLSearchParams(current);
  const isLong = type === 'REVENUE' && !/interval=[DW]/.test(`${next}`);
  next.delete('page');
  next.delete('report');
  if (type) next.set('report', type);
  if (type && !/created[FTR]/.test(`${next}`)) next.set('createdRel', isLong ? 'LAST_1_YEAR' : 'LAST_30_DAYS');
  return `?${next}`;
}

const VIEWS = [[null, 'List'], ...Object.entries(REPORT_TYPES)] as [ReportType | null, string][];

/** Switches between the list and the reports on its orders. */
export function ReportSwitch() {
  const [params] = useSearchParams();
  const shown = reportOf(params);
  return (
    <nav aria-label="View" className={styles.views}>
      {VIEWS.map(([type, label]) => (
        <Link key={label} to={addressOf(params, type)} aria-current={type === shown ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

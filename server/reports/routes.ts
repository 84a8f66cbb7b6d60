import { orderReports, pivotReports } from '../../domain/reports/contract';
import { implement } from '../implement';
import { exportPivot } from './export-pivot';
import { exportReport } from './export-report';
import { makeReport } from './make-report';
import { makePivot } from './pivot';
import { behindPivot } from './pivot-behind';

export const reportRoutes = [
  implement(orderReports)({ make: makeReport, export: exportReport }),
  implement(pivotReports)({ make: makePivot, export: exportPivot, behind: behindPivot }),
];

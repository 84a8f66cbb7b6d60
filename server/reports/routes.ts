import { orderReports } from '../../domain/reports/contract';
import { implement } from '../implement';
import { exportReport } from './export-report';
import { makeReport } from './make-report';

export const reportRoutes = [implement(orderReports)({ make: makeReport, export: exportReport })];

import { orderReports, pivotReports } from '../../domain/reports/contract';
import { reportMailings } from '../../domain/reports/mailing-contract';
import { implement } from '../implement';
import { exportReport } from './export-report';
import { listMailingPeople } from './mailings/mailing-people';
import {
  createMailing,
  leaveMailing,
  listMailings,
  pauseMailing,
  removeMailing,
  sendMailingNow,
  subscribe,
  updateMailing,
} from './mailings/mailings';
import { makeReport } from './make-report';
import { behindPivot } from './pivot/behind';
import { exportPivot } from './pivot/export-pivot';
import { makePivot } from './pivot/make-pivot';

export const reportRoutes = [
  implement(orderReports)({ make: makeReport, export: exportReport }),
  implement(pivotReports)({ make: makePivot, export: exportPivot, behind: behindPivot }),
  implement(reportMailings)({
    list: listMailings,
    people: listMailingPeople,
    create: createMailing,
    subscribe,
    update: updateMailing,
    pause: pauseMailing,
    sendNow: sendMailingNow,
    leave: leaveMailing,
    remove: removeMailing,
  }),
];

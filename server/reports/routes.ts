import { orderReports } from '../../domain/reports/contract';
import { reportMailings } from '../../domain/reports/mailing-contract';
import { implement } from '../implement';
import { exportReport } from './export-report';
import { listMailingPeople } from './mailing-people';
import {
  createMailing,
  leaveMailing,
  listMailings,
  pauseMailing,
  removeMailing,
  sendMailingNow,
  updateMailing,
} from './mailings';
import { makeReport } from './make-report';

export const reportRoutes = [
  implement(orderReports)({ make: makeReport, export: exportReport }),
  implement(reportMailings)({
    list: listMailings,
    people: listMailingPeople,
    create: createMailing,
    update: updateMailing,
    pause: pauseMailing,
    sendNow: sendMailingNow,
    leave: leaveMailing,
    remove: removeMailing,
  }),
];

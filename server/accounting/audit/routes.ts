import { accountingAudits } from '../../../domain/accounting/audit-contract';
import { implement } from '../../implement';
import { fixFinding } from './fix-finding';
import { getAudit, listAudits, searchFindings } from './read-audits';
import { startAudit } from './start-audit';

export const auditRoutes = implement(accountingAudits)({
  start: startAudit,
  list: listAudits,
  get: getAudit,
  findings: searchFindings,
  fix: fixFinding,
});

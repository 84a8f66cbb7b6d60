import { z } from 'zod';
import { admin, onPlan } from '../access/ability';
import { commaJoined, csv, get, OrgScope, page, whole } from '../contract/endpoint';
import { lineOfText } from '../text';
import { AuditRecord, auditFilters } from './audit';

/** Which entries of the audit log. */
const auditQuery = {
  /** Kinds of records, such as `order`, comma-separated; with `entityId`, one record. */
  entity: z.preprocess(commaJoined, z.array(lineOfText().max(60)).max(60).optional()),
  entityId: lineOfText().max(60).optional(),
  /** Changes by one person, or by support staff for them. */
  userId: z.uuid().optional(),
  /** Part of the name or email of the person who made the change, or of the support person acting for them. */
  person: auditFilters.schema.shape.person,
  /** Only changes by support staff for someone, or none of those. */
  bySupport: z.stringbool().optional(),
  createdFrom: auditFilters.schema.shape.createdFrom,
  createdTo: auditFilters.schema.shape.createdTo,
  createdRel: auditFilters.schema.shape.createdRel,
};

export const auditLog = {
  list: get('/orgs/:orgId/audit-log', {
    summary: 'The audit log, newest first',
    params: OrgScope,
    query: z.object({
      page: whole(z.number().int().min(0).max(100_000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
      ...auditQuery,
    }),
    returns: page(AuditRecord),
    requires: admin,
    mayLag: true,
  }),
  export: get('/orgs/:orgId/audit-log/export', {
    summary: 'Export the audit log as csv, newest first',
    params: OrgScope,
    query: z.object(auditQuery),
    ...csv,
    requires: onPlan('csv-export', admin),
    mayLag: true,
  }),
};

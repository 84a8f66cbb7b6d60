import { z } from 'zod';
import { read, support, write } from '../access/ability';
import { Done, get, Id, IdParams, pdf, post } from '../contract/endpoint';
import { UsState } from '../integrations/integrations';
import { DisputeReason, OwnDispute, ReviewedDispute } from './dispute';
import { LicenseNumber } from './license';

const disputes = write('CLAIM_LICENSE');
const decided = { params: IdParams, body: z.object({ reason: DisputeReason }), returns: ReviewedDispute } as const;
const reviews = { requires: support, audit: 'license-dispute', refuses: ['NOT_FOUND', 'CONFLICT'] } as const;

/** License numbers that another organization has, and somebody says is theirs. Support staff decide. */
export const licenseDisputes = {
  list: get('/license-disputes', {
    summary: 'The license numbers the organization disputes, newest first',
    returns: z.array(OwnDispute),
    requires: read('MANAGE_LICENSES'),
  }),
  create: post('/license-disputes', {
    summary: 'Dispute a license number that another organization has',
    body: z.object({ orgId: Id, state: UsState, licenseNumber: LicenseNumber, reason: DisputeReason }),
    returns: OwnDispute,
    refuses: ['CONFLICT'],
    requires: disputes,
    audit: 'license-dispute',
    idempotent: true,
  }),
  attach: post('/license-disputes/:id/document', {
    summary: 'Add a document to an open dispute; a PDF or picture of up to 10 MB, replacing the former one',
    params: IdParams,
    upload: { field: 'file', accepts: 'document' },
    returns: OwnDispute,
    refuses: ['CONFLICT'],
    requires: disputes,
    audit: 'license-dispute',
    transaction: 'each',
  }),
  review: get('/support/license-disputes', {
    summary: 'Disputed license numbers with their log; open ones first, then the newest decided',
    returns: z.array(ReviewedDispute),
    requires: support,
  }),
  see: post('/support/license-disputes/:id/seen', {
    summary: 'Say that somebody looked at a dispute; the first one is kept',
    params: IdParams,
    returns: Done,
    requires: support,
    audit: 'license-dispute',
  }),
  document: get('/support/license-disputes/:id/document', {
    summary: 'The document of a dispute',
    params: IdParams,
    ...pdf,
    requires: support,
  }),
  uphold: post('/support/license-disputes/:id/uphold', {
    summary: 'Uphold a dispute; the license is removed from who has it, and both are told',
    ...decided,
    ...reviews,
  }),
  dismiss: post('/support/license-disputes/:id/dismiss', {
    summary: 'Dismiss a dispute; who disputed is told why',
    ...decided,
    ...reviews,
  }),
};

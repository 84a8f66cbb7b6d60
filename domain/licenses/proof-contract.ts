import { z } from 'zod';
import { read, support, write } from '../access/ability';
import { Done, get, IdParams, Instant, pdf, post, RowId } from '../contract/endpoint';
import { DisputeReason } from './dispute';

/** What a license’s holder can do to prove that it is theirs, and what they did. */
export const ProofWays = z.strictObject({
  /** Where a code would be mailed to, masked; null where the state’s register names no email, or isn’t here. */
  registeredEmail: z.string().nullable(),
  /** Whether a mailed code waits to be entered. */
  isCodeSent: z.boolean(),
  /** The document that was sent last. */
  document: z
    .strictObject({
      state: z.enum(['OPEN', 'ACCEPTED', 'DECLINED']),
      /** Why it was declined. */
      answer: z.string(),
      sentAt: Instant,
    })
    .nullable(),
});
export type ProofWays = z.infer<typeof ProofWays>;

/** A document that support staff have to look at. */
export const SentProof = z.strictObject({
  id: RowId,
  orgName: z.string(),
  licenseName: z.string(),
  usState: z.string(),
  licenseNumber: z.string(),
  sentBy: z.string(),
  sentAt: Instant,
});
export type SentProof = z.infer<typeof SentProof>;

const proves = write('MANAGE_LICENSES');

/** How a license’s holder proves that it is theirs, besides a tracking system key. */
export const licenseProofs = {
  ways: get('/licenses/:id/proof', {
    summary: 'How a license can be verified',
    params: IdParams,
    returns: ProofWays,
    requires: read('MANAGE_LICENSES'),
  }),
  sendCode: post('/licenses/:id/proof/code', {
    summary: 'Email a code to the address the state register names; three a day at most',
    params: IdParams,
    returns: ProofWays,
    refuses: ['CONFLICT'],
    requires: proves,
    audit: 'license-proof',
    limited: true,
    byKey: false,
  }),
  enterCode: post('/licenses/:id/proof/code/check', {
    summary: 'Verify a license by the emailed code; five tries within 30 minutes',
    params: IdParams,
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'Enter the 6 digits of the code'),
    }),
    returns: Done,
    requires: proves,
    audit: 'license-proof',
    limited: true,
    transaction: 'each',
    byKey: false,
  }),
  sendDocument: post('/licenses/:id/proof/document', {
    summary: 'Send a document for support to look at; a PDF or picture of up to 10 MB, replacing an open one',
    params: IdParams,
    upload: { field: 'file', accepts: 'document' },
    returns: ProofWays,
    refuses: ['CONFLICT'],
    requires: proves,
    audit: 'license-proof',
    transaction: 'each',
    byKey: false,
  }),
  review: get('/support/license-proofs', {
    summary: 'Documents of licenses to look at, oldest first',
    returns: z.array(SentProof),
    requires: support,
  }),
  document: get('/support/license-proofs/:id/document', {
    summary: 'The document that was sent',
    params: IdParams,
    ...pdf,
    requires: support,
  }),
  accept: post('/support/license-proofs/:id/accept', {
    summary: 'Accept a document; the license is verified by it, and its holder is told',
    params: IdParams,
    returns: Done,
    refuses: ['CONFLICT'],
    requires: support,
    audit: 'license-proof',
  }),
  decline: post('/support/license-proofs/:id/decline', {
    summary: 'Decline a document; its holder is told why',
    params: IdParams,
    body: z.object({ reason: DisputeReason }),
    returns: Done,
    refuses: ['CONFLICT'],
    requires: support,
    audit: 'license-proof',
  }),
};

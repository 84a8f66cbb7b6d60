import { z } from 'zod';
import { member } from '../access/ability';
import { Day, Done, del, get, IdParams, Instant, put, RowId } from '../contract/endpoint';
import { LicenseWarning } from '../organization/license-warning';
import { LicenseStanding, StatedStatus } from './standing';

/** A watched license, as it is now; as it was when it began to be watched if the directory no longer shows it. */
export const WatchedLicense = z.strictObject({
  /** The license’s. */
  id: RowId,
  name: z.string(),
  usState: z.string(),
  licenseNumber: z.string(),
  isListed: z.boolean(),
  /** Null where nobody knows them, or the directory no longer shows it. */
  expiresOn: Day.nullable(),
  statedStatus: StatedStatus.nullable(),
  standing: LicenseStanding.nullable(),
  warning: LicenseWarning.nullable(),
  /** Since when it is watched. */
  since: Instant,
});
export type WatchedLicense = z.infer<typeof WatchedLicense>;

/** Whether a license is watched, and whether it can be: another organization’s that the directory shows. */
const Watched = z.strictObject({ isWatched: z.boolean(), canWatch: z.boolean() });

/** Licenses of others that an organization watches: it is told before they lapse, and of what their register says. */
export const licenseWatches = {
  list: get('/license-watches', {
    summary: 'The licenses the organization watches, those that lapse first in front',
    returns: z.array(WatchedLicense),
    requires: member,
    byKey: true,
  }),
  of: get('/licenses/:id/watch', {
    summary: 'Whether the organization watches a license',
    params: IdParams,
    returns: Watched,
    requires: member,
    byKey: true,
  }),
  add: put('/licenses/:id/watch', {
    summary: 'Watch a license of another organization; again, it changes nothing',
    params: IdParams,
    returns: Watched,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: member,
    audit: 'license-watch',
  }),
  drop: del('/licenses/:id/watch', {
    summary: 'Stop watching a license',
    params: IdParams,
    returns: Done,
    requires: member,
    audit: 'license-watch',
  }),
};

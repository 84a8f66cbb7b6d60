import { z } from 'zod';
import { read, write } from '../access/ability';
import { Done, del, get, Id, page, post, put, Version, whole } from '../contract/endpoint';
import { TrackedQuantity } from '../money';
import { lineOfText } from '../text';
import { intakeFilters } from './filters';
import { Intake, IntakePackage, IntakeRow } from './intake';
import { OrderMatch } from './order-match';
import { ScanAnswer, Tag, UnitAnswer, UnitCode } from './scan';

/** Most packages one call confirms or overrules. */
export const MOST_CONFIRMED = 500;

const reads = read('INTAKES');
const writes = write('INTAKES');

const OfLicense = z.object({ licenseId: Id });
const OfIntake = OfLicense.extend({ intakeId: Id });
const OfPackage = OfIntake.extend({ label: Tag });

const notes = z.string().trim().max(1000, 'Must be 1,000 characters or fewer');
const why = lineOfText().min(1, 'Say why').max(300, 'Must be 300 characters or fewer');
const version = Version.optional();
const labels = z
  .array(Tag)
  .min(1, 'Choose at least one package')
  .max(MOST_CONFIRMED, `Choose up to ${MOST_CONFIRMED} packages at a time`);

export const intakes = {
  list: get('/licenses/:licenseId/intakes', {
    summary: 'Incoming deliveries of a license, newest first; from senders in the network, from others, or from all',
    params: OfLicense,
    query: z.object({
      ...intakeFilters.query,
      page: whole(z.number().int().min(0).max(100_000)).default(0),
      pageSize: whole(z.number().int().min(25).max(250)).default(25),
    }),
    returns: page(IntakeRow),
    requires: reads,
  }),
  // Before the intake’s own path: “find” is no id.
  findAny: get('/licenses/:licenseId/intakes/find/:label', {
    summary: 'What a scanned tag is among all incoming deliveries of a license',
    params: OfLicense.extend({ label: Tag }),
    returns: ScanAnswer,
    requires: reads,
  }),
  get: get('/licenses/:licenseId/intakes/:intakeId', {
    summary: 'An incoming delivery with its packages, those that need attention first',
    params: OfIntake,
    returns: Intake,
    requires: reads,
  }),
  find: get('/licenses/:licenseId/intakes/:intakeId/find/:label', {
    summary: 'What a scanned tag is, seen from an incoming delivery',
    params: OfPackage,
    returns: ScanAnswer,
    requires: reads,
  }),
  findUnit: get('/licenses/:licenseId/intakes/:intakeId/units/:code', {
    summary: 'The packages a single unit is of, by its code; asked of the tracking system',
    params: OfIntake.extend({ code: UnitCode }),
    returns: UnitAnswer,
    requires: reads,
    refuses: ['TRACKING_KEY_REQUIRED', 'UNAVAILABLE'],
  }),
  orders: get('/licenses/:licenseId/intakes/:intakeId/orders', {
    summary: 'Which of our purchase orders a delivery belongs to: ordered, on the manifest and counted, with prices',
    params: OfIntake,
    returns: OrderMatch,
    requires: reads,
  }),
  confirm: post('/licenses/:licenseId/intakes/:intakeId/confirm', {
    summary: 'Confirm packages; all of them or, if the count returned is smaller than the count sent, none',
    params: OfIntake,
    body: z.object({ labels }),
    returns: z.number().int().nonnegative(),
    requires: writes,
    audit: 'intake',
    idempotent: true,
  }),
  setPackage: put('/licenses/:licenseId/intakes/:intakeId/packages/:label', {
    summary: 'Confirm a package, mark it not found, or note something; one the manifest lacks is added as unknown',
    params: OfPackage,
    body: z.object({ confirmed: z.boolean(), notes, markNotFound: z.boolean(), version }),
    returns: IntakePackage,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'intake',
  }),
  removePackage: del('/licenses/:licenseId/intakes/:intakeId/packages/:label', {
    summary: 'Delete a package that the manifest lacks',
    params: OfPackage,
    returns: Done,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'intake',
  }),
  setBlind: put('/licenses/:licenseId/intakes/:intakeId/blind', {
    summary: 'Hide shipped quantities until packages are counted; or show them again',
    params: OfIntake,
    body: z.object({ isBlind: z.boolean() }),
    returns: Intake,
    requires: writes,
    audit: 'intake',
  }),
  count: put('/licenses/:licenseId/intakes/:intakeId/packages/:label/count', {
    summary: 'Enter what was counted of a package, in its unit; a former settlement ends',
    params: OfPackage,
    body: z.object({ quantity: TrackedQuantity, version }),
    returns: IntakePackage,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'intake',
  }),
  settle: put('/licenses/:licenseId/intakes/:intakeId/packages/:label/settlement', {
    summary: 'Settle a count that differs from what was shipped; by somebody else than who counted',
    params: OfPackage,
    body: z.object({ quantity: TrackedQuantity, why, version }),
    returns: IntakePackage,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'intake',
  }),
  overrule: post('/licenses/:licenseId/intakes/:intakeId/overrule', {
    summary: 'Overrule lab tests that failed, are missing or expired; of all of the packages or of none',
    params: OfIntake,
    body: z.object({ labels, why }),
    returns: Intake,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'intake',
  }),
};

import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { csv, Done, del, EnteredDay, get, Id, IdParams, pdf, post, put, search, Version } from '../contract/endpoint';
import { QuantitySchema } from '../money';
import {
  AvailablePlant,
  Harvest,
  HarvestDraft,
  HarvestEdit,
  HarvestPackageDraft,
  HarvestPlant,
  HarvestRow,
  HarvestWasteDraft,
  MOST_PLANTS_ADDED,
  PlantStrain,
  PlantWeight,
  ScannedPlant,
  Tag,
  TrackingLocation,
  WasteType,
  Weight,
} from './harvest';
import { SubmissionPreview } from './preview';
import { UsualLoss } from './usual-loss';

const [reads, writes] = [read('HARVESTS'), write('HARVESTS')];
const OfLicense = z.object({ licenseId: Id });
/** A license that the caller doesn’t see. */
const refuses = ['NOT_FOUND'] as const;
const flag = z.stringbool().default(false);

const PlantParams = IdParams.extend({ plantId: Id });
const writing = { requires: writes, audit: 'harvest' } as const;
/** Acts that go to the tracking system, which need a key to it. */
const sending = { ...writing, refuses: ['TRACKING_KEY_REQUIRED'] } as const;

/** Harvests: plants, what they weigh, and what becomes of that. */
export const harvests = {
  finished: get('/harvests/finished', {
    summary: 'A license’s finished harvests by the day they were finished, newest first',
    query: OfLicense.extend({ finishedStart: EnteredDay.optional(), finishedEnd: EnteredDay.optional() }),
    returns: z.array(HarvestRow),
    requires: reads,
    refuses,
  }),
  list: get('/harvests', {
    summary: 'A license’s harvests in progress; those submitted or finished when asked for',
    query: OfLicense.extend({ submitted: flag, finished: flag }),
    returns: z.array(HarvestRow),
    requires: reads,
    refuses,
  }),
  get: get('/harvests/:id', {
    summary: 'One harvest with its packages and waste; with plants and changes when asked for',
    params: IdParams,
    query: z.object({ includePlants: flag, includeAudit: flag }),
    returns: Harvest,
    requires: reads,
  }),
  create: post('/harvests', {
    summary: 'Begin a harvest',
    body: HarvestDraft,
    returns: Harvest,
    ...writing,
    refuses,
    idempotent: true,
  }),
  update: put('/harvests/:id', {
    summary: 'Change a harvest; never its license or strain',
    params: IdParams,
    body: HarvestEdit,
    returns: Harvest,
    ...writing,
  }),
  remove: del('/harvests/:id', {
    summary: 'Delete a harvest; not once it was submitted',
    params: IdParams,
    returns: Done,
    requires: write('HARVEST_DELETE'),
    audit: 'harvest',
  }),
  availablePlants: get('/harvests/:id/available-plants', {
    summary: 'Flowering plants of a strain that can be added to a harvest',
    params: IdParams,
    query: z.object({ strainId: Id.optional() }),
    returns: z.array(AvailablePlant),
    requires: reads,
  }),
  usualLoss: get('/harvests/:id/usual-loss', {
    summary: 'What the latest finished harvests of a harvest’s strain lost as moisture and waste, in percent',
    params: IdParams,
    returns: UsualLoss,
    requires: reads,
  }),
  addPlants: post('/harvests/:id/plants', {
    summary: 'Add plants to a harvest; all or none',
    params: IdParams,
    body: z.object({
      plants: z
        .array(z.object({ label: Tag }))
        .min(1, 'Choose a plant')
        .max(MOST_PLANTS_ADDED, `At most ${MOST_PLANTS_ADDED} plants at a time`),
    }),
    returns: Harvest,
    ...writing,
    idempotent: true,
  }),
  harvestPlant: post('/harvests/:id/harvest-plant', {
    summary: 'Weigh a plant by its tag; adds it if it isn’t in the harvest',
    params: IdParams,
    body: PlantWeight.extend({ label: Tag }),
    returns: HarvestPlant,
    ...writing,
    idempotent: true,
  }),
  scanPlant: get('/harvests/:id/plants/scan/:label', {
    summary: 'What a scanned tag is for a harvest',
    params: IdParams.extend({ label: Tag }),
    returns: ScannedPlant,
    requires: reads,
  }),
  distributeWeights: post('/harvests/:id/plants/distribute-weights', {
    summary: 'Distribute a weight over plants; those that were weighed keep theirs',
    params: IdParams,
    body: z.object({ desiredTotal: Weight, maxVarianceFromMean: QuantitySchema }),
    returns: Harvest,
    ...writing,
    idempotent: true,
  }),
  updatePlant: put('/harvests/:id/plants/:plantId', {
    summary: 'Weigh a plant of a harvest',
    params: PlantParams,
    body: PlantWeight,
    returns: HarvestPlant,
    ...writing,
  }),
  removePlant: del('/harvests/:id/plants/:plantId', {
    summary: 'Remove a plant from a harvest; not once it was sent',
    params: PlantParams,
    returns: Done,
    ...writing,
  }),
  restorePlant: post('/harvests/:id/restored-plants/:plantId', {
    summary: 'Put a submitted plant back to flowering',
    params: PlantParams,
    returns: Harvest,
    ...sending,
  }),
  addPackage: post('/harvests/:id/packages', {
    summary: 'Make a package of a harvest; sent with the submission, or at once after it',
    params: IdParams,
    body: HarvestPackageDraft,
    returns: Harvest,
    ...sending,
    idempotent: true,
  }),
  removePackage: del('/harvests/:id/packages/:packageId', {
    summary: 'Remove a package from a harvest; not once it was sent',
    params: IdParams.extend({ packageId: Id }),
    returns: Harvest,
    ...writing,
  }),
  discontinuePackage: post('/harvests/:id/discontinued-packages/:packageId', {
    summary: 'Discontinue an untouched package of a harvest; its weight goes back to the harvests it is of',
    params: IdParams.extend({ packageId: Id }),
    returns: Harvest,
    ...sending,
  }),
  addWaste: post('/harvests/:id/waste', {
    summary: 'Record waste of a harvest; sent with the submission, or at once after it',
    params: IdParams,
    body: HarvestWasteDraft,
    returns: Harvest,
    ...sending,
    idempotent: true,
  }),
  removeWaste: del('/harvests/:id/waste/:wasteId', {
    summary: 'Delete waste of a harvest; also at the tracking system once it was sent',
    params: IdParams.extend({ wasteId: Id }),
    returns: Harvest,
    ...sending,
  }),
  previewSubmission: get('/harvests/:id/submission', {
    summary: 'What submitting a harvest sends to the tracking system, call by call',
    params: IdParams,
    returns: SubmissionPreview,
    requires: reads,
  }),
  submit: post('/harvests/:id/submit', {
    summary: 'Submit a harvest to the tracking system; sends again what it refused',
    params: IdParams,
    body: z.object({ version: Version.optional() }).default({}),
    returns: Harvest,
    ...sending,
    refuses: [...sending.refuses, 'STALE'],
    idempotent: true,
  }),
  finish: post('/harvests/:id/finish', {
    summary: 'Finish a harvest; what is left is moisture loss',
    params: IdParams,
    body: z.object({ finishedDate: EnteredDay.optional() }).default({}),
    returns: Harvest,
    ...sending,
  }),
  unfinish: post('/harvests/:id/unfinish', {
    summary: 'Reopen a finished harvest',
    params: IdParams,
    returns: Harvest,
    ...sending,
  }),
  wasteTypes: get('/harvests/:id/waste-types', {
    summary: 'The kinds of waste the tracking system takes',
    params: IdParams,
    returns: z.array(WasteType),
    requires: reads,
  }),
  labels: get('/harvests/:id/labels', {
    summary: 'Labels of a harvest’s plants and packages to print',
    params: IdParams,
    ...pdf,
    requires: reads,
  }),
  export: search('/harvests/:id/export', {
    summary: 'Export a harvest as csv',
    params: IdParams,
    ...csv,
    requires: onPlan('csv-export', reads),
  }),
};

/** What harvests are made of, by license, as last read from the tracking system. */
export const harvestLists = {
  strains: get('/plant-strains', {
    summary: 'A license’s strains at the tracking system',
    query: OfLicense,
    returns: z.array(PlantStrain),
    requires: reads,
    refuses,
  }),
  locations: get('/metrc-locations', {
    summary: 'A license’s locations at the tracking system, and what each is for',
    query: OfLicense,
    returns: z.array(TrackingLocation),
    requires: reads,
    refuses,
  }),
};

import { unique } from '../../factories';
import type { World } from '../world';
import type { Extras, Samples } from './sample';

const ofLicense = (w: World) => ({ query: { licenseId: w.harvests.licenseId } });
const of = (id: number) => ({ params: { id } });
const weighed = { weight: '412.5', unitOfMeasureAbbreviation: 'g' as const, origin: 'SCALE' as const, device: 'Ohaus' };
const facts = (w: World) => ({
  name: `Blue Dream ${unique()}`,
  harvestDate: '2026-11-21',
  dryingLocationId: w.harvests.grown.dryingId,
  defaultUnitOfMeasureAbbreviation: 'g' as const,
  harvestType: 'WholePlant' as const,
});

/** Valid calls about harvests. */
export const harvestSamples = {
  harvests: {
    finished: {
      as: 'seller',
      input: (w) => ({
        query: { licenseId: w.harvests.licenseId, finishedStart: '2026-11-01', finishedEnd: '2026-11-30' },
      }),
    },
    list: {
      as: 'seller',
      input: (w) => ({ query: { licenseId: w.harvests.licenseId, submitted: 'true', finished: 'true' } }),
    },
    get: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.activeId), query: { includePlants: 'true', includeAudit: 'true' } }),
    },
    create: {
      as: 'seller',
      input: (w) => ({
        body: { licenseId: w.harvests.licenseId, strainId: w.harvests.grown.strainId, ...facts(w) },
      }),
    },
    update: { as: 'seller', input: (w) => ({ ...of(w.harvests.activeId), body: { ...facts(w), version: 0 } }) },
    remove: { as: 'seller', input: (w) => of(w.harvests.removedId) },
    usualLoss: { as: 'seller', input: (w) => of(w.harvests.openId) },
    availablePlants: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.openId), query: { strainId: w.harvests.grown.strainId } }),
    },
    addPlants: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.openId), body: { plants: [{ label: w.harvests.freeTag }] } }),
    },
    harvestPlant: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.openId), body: { label: w.harvests.freeTag, ...weighed } }),
    },
    scanPlant: { as: 'seller', input: (w) => ({ params: { id: w.harvests.openId, label: w.harvests.freeTag } }) },
    distributeWeights: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.openId), body: { desiredTotal: '900', maxVarianceFromMean: '20' } }),
    },
    updatePlant: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.activeId, plantId: w.harvests.plantId }, body: weighed }),
    },
    removePlant: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.activeId, plantId: w.harvests.sparePlantId } }),
    },
    restorePlant: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.submittedId, plantId: w.harvests.submittedPlantId } }),
    },
    addPackage: {
      as: 'seller',
      input: (w) => ({
        ...of(w.harvests.activeId),
        body: {
          label: `1A40603HARVP${String(unique()).padStart(12, '0')}`,
          itemId: w.harvests.itemId,
          locationId: w.harvests.grown.vaultId,
          unitOfMeasureAbbreviation: 'g' as const,
          ingredients: [{ harvestId: w.harvests.activeId, weight: '90', unitOfMeasureAbbreviation: 'g' as const }],
          forTesting: false,
          packagedDate: '2026-11-25',
          note: 'Top shelf',
        },
      }),
    },
    removePackage: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.activeId, packageId: w.harvests.packageId } }),
    },
    discontinuePackage: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.submittedId, packageId: w.harvests.sentPackageId } }),
    },
    addWaste: {
      as: 'seller',
      input: (w) => ({
        ...of(w.harvests.activeId),
        body: {
          wasteWeight: '30',
          wasteType: 'Trim',
          unitOfMeasureAbbreviation: 'g' as const,
          wasteDate: '2026-11-22',
        },
      }),
    },
    removeWaste: {
      as: 'seller',
      input: (w) => ({ params: { id: w.harvests.submittedId, wasteId: w.harvests.wasteId } }),
    },
    previewSubmission: { as: 'seller', input: (w) => of(w.harvests.activeId) },
    submit: { as: 'seller', input: (w) => ({ ...of(w.harvests.activeId), body: {} }) },
    finish: {
      as: 'seller',
      input: (w) => ({ ...of(w.harvests.submittedId), body: { finishedDate: '2026-11-26' } }),
    },
    unfinish: { as: 'seller', input: (w) => of(w.harvests.finishedId) },
    wasteTypes: { as: 'seller', input: (w) => of(w.harvests.activeId) },
    labels: { as: 'seller', input: (w) => of(w.harvests.activeId) },
    export: { as: 'seller', input: (w) => of(w.harvests.activeId) },
  },
  harvestLists: {
    strains: { as: 'seller', input: ofLicense },
    locations: { as: 'seller', input: ofLicense },
  },
} satisfies Partial<Samples>;

/** What those samples lack about the ids they take. */
export const harvestExtras: Extras = {
  harvests: {
    scanPlant: {
      common: { 'params.label': 'whatever has a tag can be scanned, and is said to be no plant of the license' },
    },
  },
};

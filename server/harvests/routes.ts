import { harvestLists, harvests } from '../../domain/harvests/contract';
import { implement } from '../implement';
import { discontinuePackage } from './discontinue-package';
import { exportHarvest } from './export-harvest';
import { listPlantStrains, listTrackingLocations, listWasteTypes } from './grown-lists';
import { getHarvest, listFinished, listHarvests, readUsualLoss } from './list-harvests';
import { addPackage, removePackage } from './packages';
import {
  addPlants,
  distribute,
  harvestPlant,
  listAvailablePlants,
  removePlant,
  scanPlant,
  updatePlant,
} from './plants';
import { printLabels } from './print-labels';
import { createHarvest, removeHarvest, updateHarvest } from './save-harvest';
import { finishHarvest, readPreview, restorePlant, submitHarvest, unfinishHarvest } from './submit-harvest';
import { addWaste, removeWaste } from './waste';

export const harvestRoutes = [
  implement(harvests)({
    finished: listFinished,
    list: listHarvests,
    get: getHarvest,
    create: createHarvest,
    update: updateHarvest,
    remove: removeHarvest,
    usualLoss: readUsualLoss,
    availablePlants: listAvailablePlants,
    addPlants,
    harvestPlant,
    scanPlant,
    distributeWeights: distribute,
    updatePlant,
    removePlant,
    restorePlant,
    addPackage,
    removePackage,
    discontinuePackage,
    addWaste,
    removeWaste,
    previewSubmission: readPreview,
    submit: submitHarvest,
    finish: finishHarvest,
    unfinish: unfinishHarvest,
    wasteTypes: listWasteTypes,
    labels: printLabels,
    export: exportHarvest,
  }),
  implement(harvestLists)({ strains: listPlantStrains, locations: listTrackingLocations }),
];

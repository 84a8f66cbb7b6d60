import { intakes } from '../../domain/intakes/contract';
import { implement } from '../implement';
import {
  confirmPackages,
  countPackage,
  overruleLab,
  removePackage,
  setPackage,
  settlePackage,
} from './act-on-packages';
import { findInAny, findInIntake, findUnit } from './find-package';
import { getIntake, listIntakes, setBlind } from './list-intakes';
import { matchIntakeOrders } from './match-intake-orders';

export const intakeRoutes = [
  implement(intakes)({
    list: listIntakes,
    findAny: findInAny,
    get: getIntake,
    find: findInIntake,
    findUnit,
    orders: matchIntakeOrders,
    confirm: confirmPackages,
    setPackage,
    removePackage,
    setBlind,
    count: countPackage,
    settle: settlePackage,
    overrule: overruleLab,
  }),
];

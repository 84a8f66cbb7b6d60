import { needs } from '../../domain/needs/contract';
import { implement } from '../implement';
import { countNeeds } from './count-needs';

export const needRoutes = [implement(needs)({ count: countNeeds })];

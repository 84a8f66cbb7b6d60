import { geography } from '../../domain/geography/contract';
import { implement } from '../implement';
import { mapOf } from './gazetteer';

export const geographyRoutes = [implement(geography)({ stateMap: (_ctx, { params }) => mapOf(params.state) })];

import { badges } from '../../domain/badges/badges';
import { implement } from '../implement';
import { countBadges } from './count-badges';

export const badgeRoutes = [implement(badges)({ count: countBadges })];

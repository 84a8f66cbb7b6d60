import { beginning } from '../../domain/beginning/contract';
import { implement } from '../implement';
import { offerLicenses } from '../licenses/claim-licenses';
import { beginOrganization } from './begin-organization';

export const beginningRoutes = [implement(beginning)({ create: beginOrganization, claimable: offerLicenses })];

import { beginning } from '../../domain/onboarding/contract';
import { implement } from '../implement';
import { offerLicenses } from '../licenses/claim-licenses';
import { createOrganization } from './create-organization';

export const onboardingRoutes = [implement(beginning)({ create: createOrganization, claimable: offerLicenses })];

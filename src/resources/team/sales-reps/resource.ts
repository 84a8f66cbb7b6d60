import { organization } from '../../../../domain/organization/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** People who can be sales reps. */
export const salesReps = resourceOf({ name: 'sales-reps', list: organization.salesReps });

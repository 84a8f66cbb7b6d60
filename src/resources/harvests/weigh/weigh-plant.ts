import { harvests as calls } from '../../../../domain/harvests/contract';
import type { KeptKind } from '../../../providers/kept/send';

/** A plant’s weight, kept in this browser until it is sent. */
export const weighPlant: KeptKind<typeof calls.harvestPlant> = { name: 'weigh-plant', endpoint: calls.harvestPlant };

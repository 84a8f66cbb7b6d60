import { apiKeys } from '../../domain/api-keys/contract';
import { implement } from '../implement';
import { createKey, narrowKey, revokeKey, rotateKey, updateKey } from './change-keys';
import { getKey, listKeys } from './read-keys';
import { readUses } from './read-uses';

export const apiKeyRoutes = [
  implement(apiKeys)({
    list: listKeys,
    get: getKey,
    uses: readUses,
    create: createKey,
    update: updateKey,
    rotate: rotateKey,
    narrow: narrowKey,
    revoke: revokeKey,
  }),
];

export { type Identity, mountIdentity } from './identity';
export { purgeExpired } from './purge';
export { type Impersonator, TokenError } from './tokens';

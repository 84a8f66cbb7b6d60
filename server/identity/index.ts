export { type Identity, mountIdentity } from './identity';
export { purgeExpired } from './purge';
export { TokenError } from './tokens';

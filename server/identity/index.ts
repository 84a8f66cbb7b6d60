export { type Identity, mountIdentity } from './identity';
export { mailIdentity } from './letters';
export { purgeExpired } from './purge';
export { type Impersonator, TokenError } from './tokens';

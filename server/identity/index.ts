export { createUser, findUserByEmail, type User } from './accounts';
export { type Identity, mountIdentity } from './identity';
export { rotateSigningKeys } from './keys';
export { confirmEmail, sendVerification } from './letters';
export { purgeExpired } from './purge';
export { endSession, listSessions } from './sessions';
export { qualifySubject, TokenError } from './tokens';

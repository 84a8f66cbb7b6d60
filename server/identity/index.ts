export { createUser, findUserByEmail, findUserBySubject, type User } from './accounts';
export { type Identity, mountIdentity } from './identity';
export { rotateSigningKeys } from './keys';
export { confirmEmail, sendPasswordReset, sendVerification } from './letters';
export { hashPassword } from './passwords';
export { purgeExpired } from './purge';
export { endSession, listSessions } from './sessions';
export { qualifySubject, TokenError } from './tokens';

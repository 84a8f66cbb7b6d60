/** Characters of an invite code. */
export const INVITE_CODE_LENGTH = 36;
/** What one of another length is told. */
export const CODE_LENGTH_WRONG = 'The code must be 36 characters';

/** Days an invite that expired or was answered is still listed for the invited person. */
export const PAST_INVITE_DAYS = 90;

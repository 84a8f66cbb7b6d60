import { hash, verify } from '@node-rs/argon2';

/** OWASP's settings for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const PASSWORD_MIN = 12;
/** Long enough for any passphrase, short enough to hash cheaply. */
export const PASSWORD_MAX = 256;

/** Verified against when there is no account, so the reply takes as long. */
const DECOY = hash('the account does not exist', COST);

/** A password's argon2id hash. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether the password matches the hash; without a hash it does the same work and returns false. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await DECOY), password.slice(0, PASSWORD_MAX + 1));
  return matches && passwordHash !== undefined;
}

/** What is wrong with a new password, as a sentence for the person, or nothing. */
export function passwordProblem(password: string, email: string): string | undefined {
  if (password.length < PASSWORD_MIN) return `Use at least ${PASSWORD_MIN} characters`;
  if (password.length > PASSWORD_MAX) return `Use at most ${PASSWORD_MAX} characters`;
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) return 'Choose something other than your email';
  if (new Set(password).size < 4) return 'Use at least 4 different characters';
  return undefined;
}

import { StartError } from '../config';
import { replaceSigningKeys, rotateSigningKeys } from '../identity/keys';
import { openCredentialEncryption } from '../integrations/credential-encryption';
import { countSealed } from '../integrations/reseal-keys';
import type { Command } from './command';

/** `check`, `rotate` or `replace`. Raises StartError with one line for anything else. */
export function readKeys([act, ...more]: readonly string[]): Command {
  const command = act === undefined || more.length > 0 ? undefined : COMMANDS[act];
  if (command) return command;
  throw new StartError('Say what to do: npm run keys -- check, rotate or replace.');
}

const check: Command = async ({ db, config: { credentialsKey, olderCredentialsKeys } }) => {
  const { current, older, lost } = await countSealed(
    db,
    openCredentialEncryption(credentialsKey, olderCredentialsKeys),
  );
  const lines = [
    `${current} third-party keys are encrypted with the first key of CREDENTIALS_KEY, ${older} with an older one.`,
  ];
  if (lost > 0) lines.push(`${lost} can’t be decrypted with any of them: add the key they were encrypted with.`);
  else if (older > 0) lines.push('Keep the older keys until none is left; a running server encrypts them anew.');
  else if (olderCredentialsKeys.length > 0) lines.push('You can remove the older keys.');
  return lines;
};

const rotate: Command = async ({ db }) => {
  await rotateSigningKeys(db, { force: true });
  return ['New keys sign sign-ins from ten minutes from now. Nobody is signed out.'];
};

const replace: Command = async ({ db }) => {
  await replaceSigningKeys(db);
  return ['New keys sign sign-ins now. What the old ones signed is refused within a minute.'];
};

const COMMANDS: Readonly<Record<string, Command>> = { check, rotate, replace };

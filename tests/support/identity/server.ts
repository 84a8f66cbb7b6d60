import Fastify, { type FastifyInstance } from 'fastify';
import type { SignUpMode } from '../../../domain/session/sign-up';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import type { Database } from '../../../server/db/client';
import { freePort } from '../../../server/free-port';
import { type Identity, mountIdentity } from '../../../server/identity';
import { writesAtOnce } from './post';
import { CLIENT_ID, type SignInServer } from './sign-in';

export type IdentityServer = SignInServer & {
  readonly app: FastifyInstance;
  readonly identity: Identity;
  stop(): Promise<void>;
};

/**
 * A server process that serves identity over HTTP. With another's public address it shares that one's proxy, like a
 * second process. `prepare` adds parts of the whole app a test needs.
 */
export async function startIdentity(
  database: Database,
  sharedUrl?: string,
  prepare: (app: FastifyInstance, publicUrl: string) => Promise<void> = async () => {},
  signUp: SignUpMode = 'open',
): Promise<IdentityServer> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const publicUrl = sharedUrl ?? address;
  const trustProxy = sharedUrl !== undefined;
  const app = Fastify({ trustProxy });
  await prepare(app, publicUrl);
  const identity = await mountIdentity(app, {
    config: {
      publicUrl,
      credentialsKey: DEVELOPMENT_CREDENTIALS_KEY,
      olderCredentialsKeys: [],
      trustProxy,
      signUp,
      company: { supportEmail: 'help@verdant.example' },
      oidc: {
        embedded: true,
        issuer: `${publicUrl}/oidc`,
        clientId: CLIENT_ID,
        audience: `${publicUrl}/api`,
        audienceParameter: 'resource',
        scopes: [],
        emailsConfirmed: false,
      },
    },
    database,
    sendLater: writesAtOnce({ publicUrl, signUp }),
    log: app.log,
  });
  await app.listen({ port, host: '127.0.0.1' });
  const stop = async () => {
    await identity.close();
    await app.close();
  };
  return { app, identity, publicUrl, address, stop };
}

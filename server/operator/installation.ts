import { randomUUID } from 'node:crypto';
import { StartError } from '../config';
import { installation } from '../db/schema';
import { openFiles } from '../files';
import type { FileStore } from '../files/store';
import { readInstallation, readMark, type Standing, standingOf, storeName, takeTurn } from '../files/store-mark';
import type { Command, OperatorTools } from './command';

const USAGE = 'npm run installation -- show, claim or renew';

/** `show`, `claim`, `claim ID` or `renew`. Raises StartError with one line for anything else. */
export function readInstallationCommand([act, id, ...more]: readonly string[]): Command {
  if (more.length === 0) {
    if (act === 'claim') return onStore((tools) => claim(tools, id));
    if (act === 'show' && id === undefined) return onStore(show);
    if (act === 'renew' && id === undefined) return renew;
  }
  throw new StartError(`Say what to do: ${USAGE}.`);
}

type OnStore = OperatorTools & { readonly files: FileStore };

const onStore =
  (work: (tools: OnStore) => Promise<string[]>): Command =>
  async (tools) => {
    const files = await openFiles(tools.config, tools.log);
    return work({ ...tools, files }).finally(() => files.close());
  };

async function show({ db, files, config }: OnStore): Promise<string[]> {
  const { id, createdAt } = await readInstallation(db);
  const { standing } = await standingOf({ db, files });
  return [
    `This installation is ${id}, since ${createdAt.toISOString().slice(0, 10)}.`,
    WORDS[standing](storeName(config.files)),
  ];
}

const WORDS: Record<Standing, (store: string) => string> = {
  ours: (store) => `${store} is its store of pictures.`,
  unmarked: (store) => `${store} isn’t marked as anybody’s store of pictures: the next start marks it as its own.`,
  foreign: (store) => `${store} belongs to another installation: a start is refused.`,
  doubtful: (store) =>
    `${store} was also used by another database that says to be this installation, or this database went back in time: pictures are not swept. If this is a copy, run npm run installation -- renew. If it is the installation itself and there is no other, run npm run installation -- claim.`,
};

/** Only whoever names the installation it is taken from takes another's store. */
async function claim({ db, files, config }: OnStore, from: string | undefined): Promise<string[]> {
  const { id } = await readInstallation(db);
  const mark = await readMark(files);
  const store = storeName(config.files);
  if (mark && mark.installation !== id && mark.installation !== from) {
    throw new StartError(
      `${store} belongs to the installation ${mark.installation}. If that one never starts again: npm run installation -- claim ${mark.installation}.`,
    );
  }
  await takeTurn({ db, files });
  return [`${store} is this installation’s store of pictures. It is swept again.`];
}

/** For a database that was copied by other means than a restore. */
const renew: Command = async ({ db, config }) => {
  const id = randomUUID();
  await db.update(installation).set({ id, storeTurns: [] });
  return [
    `This database is an installation of its own now (${id}). Stop its server, and start it with a store of pictures of its own: ${storeName(config.files)} is the original’s.`,
  ];
};

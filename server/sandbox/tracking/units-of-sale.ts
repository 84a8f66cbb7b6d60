import { and, eq, like } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '../../db/client';
import { sandboxPackages } from '../../db/schema';
import type { Fault } from '../faults';
import { sentLabels } from './incoming';
import type { Opens } from './items';
import type { Query } from './page';

/** A unit’s code begins so, and goes on with the end of its package’s tag and its number in the package. */
const PREFIX = '3W';
const OF_TAG = 12;
const EACHES = 3;

/** The code of a unit of a package, as the sandbox prints it. */
export const unitCodeOf = (label: string, unit: number): string =>
  `${PREFIX}${label.slice(-OF_TAG)}${unit.toString(36).toUpperCase()}`;

type Tools = { db: Db; opens: Opens; faults: (request: FastifyRequest) => ReadonlySet<Fault> };

/** Serves which package a single unit is of. */
export function serveUnitsOfSale(scope: FastifyInstance, api: string, { db, opens, faults }: Tools): void {
  scope.get<{ Querystring: Query; Params: { code: string } }>(
    `${api}/retailid/v2/receive/qr/:code`,
    async (request, reply) => {
      const licenseNumber = request.query.licenseNumber ?? '';
      if (!(await opens(request, reply, licenseNumber))) return reply;
      if (faults(request).has('unitless'))
        return reply.status(403).send({ Message: 'You do not have permission to look up units.' });
      const { code } = request.params;
      const end = code.slice(PREFIX.length, PREFIX.length + OF_TAG);
      const isCode = code.startsWith(PREFIX) && /^[0-9A-Z]{12}$/.test(end);
      const label = isCode ? await labelEnding(db, licenseNumber, end) : undefined;
      if (label === undefined) return reply.status(404).send({ Message: 'No such code.' });
      return {
        Eaches: Array.from({ length: EACHES }, (_, at) => `HTTPS://1A4.COM/${unitCodeOf(label, at + 1)}`),
        SiblingTags: [label],
        RequiresVerification: false,
        Ranges: [[1, EACHES]],
        QrCount: EACHES,
        ChildTag: null,
        LabelSource: label,
      };
    },
  );
}

async function labelEnding(db: Db, licenseNumber: string, end: string): Promise<string | undefined> {
  const sent = (await sentLabels(db, licenseNumber)).find((label) => label.endsWith(end));
  if (sent !== undefined) return sent;
  const [own] = await db
    .select({ label: sandboxPackages.label })
    .from(sandboxPackages)
    .where(and(eq(sandboxPackages.licenseNumber, licenseNumber), like(sandboxPackages.label, `%${end}`)));
  return own?.label;
}

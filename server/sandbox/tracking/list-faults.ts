import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** What one list of the sandbox can do wrong while the others work. */
export const LIST_FAULTS = {
  refused: 'Refuses the key',
  failing: 'Answers 500',
  uncounted: 'Counts more records than it lists',
  garbled: 'Answers what nobody can read',
} as const;
export type ListFault = keyof typeof LIST_FAULTS;

/** The lists that can go wrong one by one, by their path after the state. */
const LISTS = [
  '/items/v2/active',
  ...['active', 'onhold', 'inactive', 'intransit', 'labsamples', 'transferred'].map((list) => `/packages/v2/${list}`),
  ...['incoming', 'outgoing', 'rejected'].map((list) => `/transfers/v2/${list}`),
  '/transfers/v2/deliveries',
  '/labtests/v2/results',
  '/strains/v2/active',
  '/locations/v2/active',
  '/unitsofmeasure/v2/active',
] as const;

const NAMES = Object.keys(LIST_FAULTS) as ListFault[];

/** Every fault of a list, as its switch is named: 'refused /packages/v2/active'. */
export const LIST_SWITCHES: readonly { list: string; faults: readonly { fault: ListFault; subject: string }[] }[] =
  LISTS.map((list) => ({ list, faults: NAMES.map((fault) => ({ fault, subject: `${fault} ${list}` })) }));

export const isListSwitch = (subject: string): boolean =>
  LIST_SWITCHES.some(({ faults }) => faults.some((one) => one.subject === subject));

const pathOf = (request: FastifyRequest) => (request.url.split('?')[0] ?? '').replace(/^.*\/api\/[^/]+/, '');

const has = (on: ReadonlySet<string>, request: FastifyRequest, fault: ListFault): boolean =>
  [...on].some((subject) => {
    const [name, list = ''] = subject.split(' ');
    return name === fault && list !== '' && pathOf(request).startsWith(list);
  });

/** Whether a list went wrong instead of being answered, while the key is good. */
export function spoilList(on: ReadonlySet<string>, request: FastifyRequest, reply: FastifyReply): boolean {
  if (has(on, request, 'refused')) {
    reply.status(401).send({ Message: 'You do not have permission for this.' });
  } else if (has(on, request, 'failing')) {
    reply.status(500).send({ Message: 'An error has occurred.' });
  } else if (has(on, request, 'garbled')) {
    reply.type('text/html').send('<html><body>Scheduled maintenance</body></html>');
  } else return false;
  return true;
}

/** Has lists count one record more than they have, where that is switched on. */
export function miscount(scope: FastifyInstance, on: (request: FastifyRequest) => ReadonlySet<string>): void {
  scope.addHook('preSerialization', async (request, _reply, payload) => {
    if (!has(on(request), request, 'uncounted')) return payload;
    if (typeof payload !== 'object' || payload === null || !('TotalRecords' in payload)) return payload;
    const total = Number(payload.TotalRecords) + 1;
    return { ...payload, Total: total, TotalRecords: total };
  });
}

import { type BadgeName, badges, type badges as contract } from '../../domain/badges/badges';
import type { VerbOutput } from '../../domain/contract/endpoint';
import { call } from './call';
import type { Scope } from './call/call-context';
import type { Badge } from './manifest';

type Counts = VerbOutput<typeof contract.count>;

type Asking = { scope: Scope; names: BadgeName[]; counts: Promise<Counts> };

let asking: Asking | null = null;

/** How much of one kind awaits the person; counts asked for in the same moment come by one call. */
export const countOf =
  (name: BadgeName): Badge['count'] =>
  async (scope) =>
    scope ? ((await together(name, scope))[name] ?? 0) : 0;

function together(name: BadgeName, scope: Scope): Promise<Counts> {
  const { names, counts } = asking?.scope === scope ? asking : begin(scope);
  names.push(name);
  return counts;
}

/** Asks once everybody has said in this moment what they want. */
function begin(scope: Scope): Asking {
  const names: BadgeName[] = [];
  asking = { scope, names, counts: Promise.resolve().then(() => ask(names, scope)) };
  return asking;
}

function ask(names: readonly BadgeName[], { orgId, sellerCompanyId, buyerCompanyId }: Scope): Promise<Counts> {
  asking = null;
  const query = {
    orgId,
    of: names.join(','),
    companyId: sellerCompanyId ?? undefined,
    buyerCompanyId: buyerCompanyId ?? undefined,
  };
  return call(badges.count, { query }, { quiet: true });
}

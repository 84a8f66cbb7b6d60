import { beforeAll, describe, expect, test } from 'vitest';
import { type CallInput, type Endpoint, isWrite } from '../../../domain/contract/endpoint';
import { offers } from '../../../domain/deals/contract';
import { heldItems } from '../../../domain/inventory/items/held-items-contract';
import { inventory } from '../../../domain/inventory/packages/contract';
import { accessLog, networkPackages } from '../../../domain/network/packages-contract';
import { partners } from '../../../domain/network/partners-contract';
import { sharedBrands } from '../../../domain/network/shares-contract';
import { organizationLists } from '../../../domain/organization/company-contract';
import { organization } from '../../../domain/organization/contract';
import { changes } from '../../../server/db/schema';
import { newsForReaders } from '../../../server/live/tell-readers';
import { openApp, type TestCaller } from '../../support/app';
import { CALL_ROWS } from '../../support/contract/rows';
import { makeWorld } from '../../support/contract/world';
import {
  dealOf,
  distributorOf,
  MESSAGE,
  makeWalk,
  PARTNER_STEPS,
  ROLES,
  type Role,
  SHARE_STEPS,
  SIDES,
  type Side,
  setConsents,
  setDisabled,
  type Walk,
  type WalkOrg,
} from '../../support/network/walk';

const app = await openApp({ environment: { LOG_LEVEL: 'silent' } });
const { db } = app.database;
let walk: Walk;
beforeAll(async () => {
  walk = await makeWalk(app);
});

/** Who asks, and what the consents grant as they ask. */
type At = {
  side: Side;
  role: Role;
  partnerStep: string;
  shareStep: string;
  partner: 'work' | 'view' | undefined;
  share: 'view' | undefined;
  isDisabled: boolean;
};

type Walked = {
  name: string;
  call: [Endpoint, (org: WalkOrg) => unknown];
  /** What marks others’ rows in its answer, where that isn’t everywhere. */
  marks?: () => string[];
  /** The marks of others’ rows in its answer, for who asks. */
  shows: (at: At) => string[];
};

const hasNetwork = ({ role }: At) => role === 'admin' || role === 'withBrand';
const viewsOwner = (at: At) => at.side === 'partner' && hasNetwork(at) && at.partner === 'view' && !at.isDisabled;
const viewsHolder = (at: At) => at.side === 'owner' && hasNetwork(at) && at.share === 'view' && !at.isDisabled;
const some = (is: boolean, ...marks: string[]) => (is ? marks : []);
const numberOf = (side: Side) => walk.orgs[side].license.licenseNumber;

const showsRows = (at: At) => [
  ...some(viewsOwner(at), walk.held.label, walk.held.item),
  ...some(viewsHolder(at), walk.shared.label, walk.shared.item),
];
const showsPlaces = (at: At) => [
  ...some(viewsOwner(at), numberOf('owner')),
  ...some(viewsHolder(at), numberOf('holder')),
];
const places = () => [numberOf('owner'), numberOf('holder')];
const org = ({ org: { id } }: WalkOrg) => ({ orgId: id });
const OTHER: Partial<Record<Side, Side>> = { owner: 'partner', partner: 'owner' };
const works = ({ side, partner }: At) => (partner === undefined ? undefined : OTHER[side]);

function walked<E extends Endpoint>(
  name: string,
  endpoint: E,
  input: (org: WalkOrg) => CallInput<E>,
  shows: Walked['shows'] = () => [],
  marks?: Walked['marks'],
): Walked {
  return { name, call: [endpoint, input], shows, ...(marks && { marks }) };
}

const ofOwn = (of: WalkOrg) => ({ ...org(of), usState: 'CA', includeInactive: 'true' }) as never;
const oneOf = (which: 'held' | 'shared', holder: Side) =>
  walked(
    `one package of the ${holder}`,
    networkPackages.get,
    () => ({ params: { holderOrgId: walk.orgs[holder].org.id, id: walk[which].label } }),
    (at) => {
      const { label, item, lab } = walk[which];
      return some(which === 'held' ? viewsOwner(at) : viewsHolder(at), label, item, lab);
    },
  );

/** Every call that answers with rows of another organization by a consent, and those of one’s own that must not. */
const CALLS: Walked[] = [
  walked('brand stock', networkPackages.search, (of) => ({ body: org(of) }), showsRows),
  walked('its facets', networkPackages.facets, (of) => ({ query: org(of) }), showsPlaces, places),
  walked('its totals', networkPackages.totals, (of) => ({ body: org(of) }), showsPlaces, places),
  walked('its file', networkPackages.export, (of) => ({ body: org(of) }), showsRows),
  walked(
    'stock found by a text',
    networkPackages.search,
    (of) => ({ body: { ...org(of), filters: { search: 'CANARY' } } }),
    showsRows,
  ),
  oneOf('held', 'owner'),
  oneOf('shared', 'holder'),
  ...(['other', 'elsewhere', 'own'] as const).map((which) =>
    walked(`a package outside: ${which}`, networkPackages.get, () => ({
      params: { holderOrgId: walk.orgs[which === 'other' ? 'owner' : 'holder'].org.id, id: walk[which].id },
    })),
  ),
  walked('a preview for the partner', networkPackages.previewPartner, (of) => ({
    body: { ...org(of), brandId: walk.brandId, partnerOrgId: walk.orgs.partner.org.id },
  })),
  walked('a preview at the license', networkPackages.previewShare, (of) => ({
    body: { ...org(of), brandId: walk.brandId, licenseId: walk.orgs.holder.license.id },
  })),
  walked(
    'partners',
    partners.list,
    (of) => ({ query: org(of) }),
    (at) => some(at.partnerStep !== 'none' && hasNetwork(at) && OTHER[at.side] !== undefined, MESSAGE),
  ),
  walked(
    'shares of the brand',
    sharedBrands.list,
    (of) => ({ query: { ...org(of), brandId: walk.brandId } }),
    (at) => {
      const stands = at.shareStep !== 'none' && at.shareStep !== 'withdrawn';
      return some(at.side === 'owner' && hasNetwork(at) && stands, numberOf('holder'));
    },
    () => [numberOf('holder')],
  ),
  walked('shares at the license', sharedBrands.list, (of) => ({
    query: { ...org(of), licenseId: walk.orgs.holder.license.id },
  })),
  walked(
    'distributors to choose from',
    organizationLists.vendors,
    (of) => ({ params: org(of), query: { companyId: of.company.id } }),
    (at) => {
      const other = works(at);
      return other ? [distributorOf(other)] : [];
    },
    () => SIDES.map(distributorOf),
  ),
  walked(
    'deals',
    offers.search,
    (of) => ({ body: org(of) }),
    (at) => {
      const other = works(at);
      return other ? [dealOf(other)] : [];
    },
  ),
  walked(
    'brands that items can have',
    heldItems.facets,
    (of) => ({ query: { ...org(of), usState: 'CA' } as never }),
    (at) => {
      const mayAssign = at.side === 'partner' && at.partner !== undefined && !at.isDisabled;
      return some(mayAssign && at.role !== 'withoutBrand', walk.orgs.owner.brand.name);
    },
    () => [walk.orgs.owner.brand.name],
  ),
  walked(
    'brands one works with',
    organization.full,
    (of) => ({ params: org(of) }),
    (at) => {
      const isPartner = at.side === 'partner' && at.partner !== undefined && !at.isDisabled;
      return some(isPartner && at.role !== 'withoutBrand', walk.orgs.owner.brand.name);
    },
    () => [walk.orgs.owner.brand.name],
  ),
  walked('own packages', inventory.list, (of) => ({ query: ofOwn(of) })),
  walked('own packages’ facets', inventory.facets, (of) => ({ query: ofOwn(of) })),
  walked('own packages’ file', inventory.export, (of) => ({ query: ofOwn(of) })),
  walked('own items', heldItems.list, (of) => ({ query: ofOwn(of) })),
  ...(['held', 'shared'] as const).flatMap((which) => [
    walked(`the story of ${which}`, inventory.get, () => ({ params: { id: walk[which].label } })),
    walked(`lab reports of ${which}`, inventory.testResults, () => ({ params: { label: walk[which].label } })),
    walked(`a certificate of ${which}`, inventory.certificate, () => ({
      params: { label: walk[which].label, documentId: 7 },
    })),
  ]),
];

/** What is written in every organization’s rows, but one’s own. */
function foreign(side: Side): string[] {
  const of: Record<Side, { label: string; item: string; lab: string; note: string }[]> = {
    owner: [walk.held, walk.other],
    holder: [walk.shared, walk.elsewhere, walk.own],
    partner: [],
    stranger: [],
  };
  const others = SIDES.filter((one) => one !== side);
  const words = others.flatMap((one) => [
    ...of[one].flatMap(({ label, item, lab, note }) => [label, item, lab, note]),
    dealOf(one),
  ]);
  return [...new Set([...words, MESSAGE])];
}

async function answerTo(caller: TestCaller, endpoint: Endpoint, input: unknown): Promise<string> {
  const { status, body } = await caller.call(endpoint, input as CallInput<Endpoint>);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  expect(status, `${endpoint.path} ${text}`).toBeLessThan(500);
  return text;
}

/** The marks of others in the answers to everybody, beside those that should be there. */
async function walkAll(step: Omit<At, 'side' | 'role'>) {
  const found: Record<string, string[]> = {};
  const expected: Record<string, string[]> = {};
  for (const side of SIDES) {
    const marksOfOthers = foreign(side);
    for (const role of ROLES) {
      for (const { name, call, marks, shows } of CALLS) {
        const text = await answerTo(walk.callers[side][role], call[0], call[1](walk.orgs[side]));
        const own = [walk.orgs[side].org.name, numberOf(side), distributorOf(side)];
        const isOwnBrand = side === 'owner';
        const looked = [...marksOfOthers, ...(marks?.() ?? [])].filter(
          (mark) => !own.includes(mark) && !(isOwnBrand && mark === walk.orgs.owner.brand.name),
        );
        const seen = looked.filter((mark) => text.includes(mark)).sort();
        const should = shows({ ...step, side, role }).sort();
        const key = `${side}, ${role}: ${name}`;
        if (seen.length > 0) found[key] = seen;
        if (should.length > 0) expected[key] = should;
      }
    }
  }
  return { found, expected };
}

const partnerSteps = Object.keys(PARTNER_STEPS);
const shareSteps = Object.keys(SHARE_STEPS);
/** Each state of the one beside one of the other that grants something else. */
const steps = partnerSteps.map((partnerStep, index) => ({
  partnerStep,
  shareStep: shareSteps[(index + 5) % shareSteps.length] ?? '',
}));

async function take({ partnerStep, shareStep }: { partnerStep: string; shareStep: string }, isDisabled = false) {
  await setConsents(db, walk, partnerStep, shareStep);
  const [partner, share] = [PARTNER_STEPS[partnerStep]?.grants, SHARE_STEPS[shareStep]?.grants];
  return { partnerStep, shareStep, partner, share, isDisabled };
}

describe('everybody sees of others what a consent in force shows, in every answer', () => {
  test.each(steps)('partner: $partnerStep, share: $shareStep', async (names) => {
    const step = await take(names);
    const { found, expected } = await walkAll(step);
    expect(found).toEqual(expected);
    const heard = async (side: Side) => {
      const orgIds = [walk.orgs[side].org.id];
      const news = await newsForReaders(db, [{ topic: 'packages', kind: 'changed', id: 'many', orgIds }]);
      return news.flatMap((event) => event.orgIds);
    };
    expect(await heard('owner')).toEqual(step.partner === 'view' ? [walk.orgs.partner.org.id] : []);
    expect(await heard('holder')).toEqual(step.share === 'view' ? [walk.orgs.owner.org.id] : []);
    expect([...(await heard('partner')), ...(await heard('stranger'))]).toEqual([]);
  });

  test('nothing of packages while the brand is switched off', async () => {
    const step = await take({ partnerStep: 'seesPackages', shareStep: 'enabled' }, true);
    await setDisabled(db, walk, true);
    const { found, expected } = await walkAll(step);
    await setDisabled(db, walk, false);
    expect(found).toEqual(expected);
  });
});

test('who read is told to both sides of each consent, by brand, and to nobody else', async () => {
  await take({ partnerStep: 'seesPackages', shareStep: 'enabled' });
  for (const side of ['partner', 'owner'] as const)
    await walk.callers[side].admin.expectOk(networkPackages.search, { body: org(walk.orgs[side]) });
  const person = (side: Side) => walk.orgs[side].owner.user.lastName;
  const found: Record<string, string[]> = {};
  for (const side of SIDES)
    for (const role of ROLES) {
      const text = await answerTo(walk.callers[side][role], accessLog.search, { body: org(walk.orgs[side]) });
      found[`${side}, ${role}`] = SIDES.filter((one) => text.includes(`${person(one)}"`));
    }
  const told = Object.fromEntries(SIDES.flatMap((side) => ROLES.map((role) => [`${side}, ${role}`, [] as string[]])));
  for (const role of ['admin', 'withBrand']) {
    told[`owner, ${role}`] = ['owner', 'partner'];
    told[`partner, ${role}`] = ['partner'];
    told[`holder, ${role}`] = ['owner'];
  }
  expect(found).toEqual(told);
});

/** What the contract’s samples show of others while all is agreed to; the rest of the list above takes their tags and brands. */
const SHOWN_BY_SAMPLES = [
  'owner: offers.search',
  'owner: organizationLists.vendors',
  'owner: partners.list',
  'partner: offers.search',
  'partner: organizationLists.vendors',
];

test('no other call of the contract answers with a mark of another organization', async () => {
  const world = await makeWorld(db);
  await db.update(changes).set({ state: 'DONE' });
  await take({ partnerStep: 'seesPackages', shareStep: 'enabled' });
  const reading = CALL_ROWS.filter(
    ({ endpoint, sample }) => !(isWrite(endpoint) || sample.notCalled || sample.as === 'support' || endpoint.limited),
  );
  expect(reading.length).toBeGreaterThan(200);
  const shown = new Set<string>();
  const readAll = async (side: Side) => {
    const own = walk.orgs[side];
    const theirs = [...foreign(side), ...SIDES.filter((one) => one !== side).map(distributorOf)];
    for (const { area, verb, endpoint, sample } of reading) {
      const input = sample.input({ ...world, seller: own, buyer: own.buyer });
      const text = await answerTo(walk.callers[side].admin, endpoint, input);
      if (theirs.some((mark) => text.includes(mark))) shown.add(`${side}: ${area}.${verb}`);
    }
  };
  await Promise.all((['owner', 'partner', 'holder'] as const).map(readAll));
  expect([...shown].sort()).toEqual(SHOWN_BY_SAMPLES);
}, 120_000);

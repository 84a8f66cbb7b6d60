import { and, asc, eq, isNull } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { events as eventCalls } from '../../../domain/events/contract';
import { intakes as calls } from '../../../domain/intakes/contract';
import { sandboxRecords, transferPackages, transfers } from '../../../server/db/schema';
import { openStream } from '../../../server/events/tell-events';
import type { TestApp, TestCaller } from '../../support/app';
import { makeSeller, type SellerFixture } from '../../support/factories';
import { press } from '../../support/integrations/sandboxes';
import { connectNow, syncNow } from '../../support/inventory/tracking-state';
import { toldOf } from '../../support/notifications/told';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let sender: SellerFixture;
let senderOwner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  sender = await makeSeller(db());
  senderOwner = await app.as(sender.owner.user, sender.org);
});

const db = () => app.database.db;

/** The transfers of one side, with the state of each package they carry. */
async function seenBy({ org, license }: SellerFixture, direction: 'INCOMING' | 'OUTGOING') {
  const of = and(eq(transfers.orgId, org.id), eq(transfers.licenseId, license.id), eq(transfers.direction, direction));
  const found = await db().select().from(transfers).where(of);
  return Promise.all(
    found.map(async ({ id, manifestNumber, shipperLicense, recipientLicense, isVoided, packageCount, receivedAt }) => {
      const carried = and(eq(transferPackages.orgId, org.id), eq(transferPackages.transferId, id));
      const packages = await db()
        .select({ label: transferPackages.label, state: transferPackages.state, quantity: transferPackages.quantity })
        .from(transferPackages)
        .where(and(carried, isNull(transferPackages.leftAt)))
        .orderBy(asc(transferPackages.label));
      return { manifestNumber, shipperLicense, recipientLicense, isVoided, packageCount, receivedAt, packages };
    }),
  );
}

async function bothRead() {
  await syncNow(app, senderOwner, sender);
  await syncNow(app, owner, seller);
}

/** What both sides see, which must be the same. */
async function agreed() {
  const [sent, came] = [await seenBy(sender, 'OUTGOING'), await seenBy(seller, 'INCOMING')];
  expect(sent).toEqual(came);
  return came;
}

test('the sender and the receiver of a transfer see the same of it, whatever becomes of it, and the same is left to do', async () => {
  for (const { org } of [sender, seller]) await openStream(db(), org.id);
  await press(app, 'tracking/transfer/send-here', seller.license.licenseNumber);
  await connectNow(app, senderOwner, sender);
  await connectNow(app, owner, seller);
  const [first] = await agreed();
  expect(first).toMatchObject({
    shipperLicense: sender.license.licenseNumber,
    recipientLicense: seller.license.licenseNumber,
    packageCount: 5,
    isVoided: false,
  });
  const [record] = await db()
    .select({ id: sandboxRecords.id })
    .from(sandboxRecords)
    .where(and(eq(sandboxRecords.subject, seller.license.licenseNumber), eq(sandboxRecords.kind, 'transfer')));
  const there = async (act: string) => {
    await press(app, `tracking/transfer/${act}`, String(record?.id));
    await bothRead();
    return agreed();
  };
  const before = first?.packages.map(({ label }) => label);
  const [edited] = await there('edit');
  expect(edited?.packages.map(({ label }) => label)).not.toEqual(before);
  const [half] = await there('receive-part');
  expect(half?.packages.map(({ state }) => state).toSorted()).toEqual([
    ...Array(3).fill('ACCEPTED'),
    ...Array(2).fill('SHIPPED'),
  ]);
  const [rejected] = await there('reject');
  expect(rejected?.packages.filter(({ state }) => state === 'REJECTED')).toHaveLength(2);
  for (const caller of [senderOwner, owner]) {
    const { events } = await caller.expectOk(eventCalls.list, { query: { limit: 1000 } });
    expect(events.map(({ type }) => type).filter((type) => type.startsWith('transfer'))).toEqual([
      'transfer.rejected',
      'transfer.accepted',
    ]);
  }

  const params = { licenseId: seller.license.id };
  const [intake] = (await owner.expectOk(calls.list, { params, query: {} })).results;
  expect(intake).toMatchObject({ inNetwork: true, todo: 'CONFIRM_HERE', rejectedCount: 2 });
  const here = await toldOf(app, seller.owner.user, 'INTAKE_TODO');
  const atSender = await toldOf(app, sender.owner.user, 'SENT_TODO');
  expect(here).toMatchObject([{ title: `Manifest ${intake?.manifestNumber} from ${sender.license.name}` }]);
  expect(atSender).toMatchObject([
    {
      title: `Manifest ${intake?.manifestNumber} to ${seller.license.name}`,
      route: expect.stringMatching(/^\/inventory\?selectedTransfers=\d+/),
      outcome: null,
    },
  ]);
  const [voided] = await there('void');
  expect(voided?.isVoided).toBe(true);
  expect(await toldOf(app, seller.owner.user, 'INTAKE_TODO')).toEqual([]);
  expect(await toldOf(app, sender.owner.user, 'SENT_TODO')).toEqual([]);
});

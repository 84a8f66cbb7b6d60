import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { startTestApp, type TestApp, type TestCaller } from '../../support/app';
import { makeSeller, makeUser, type SellerFixture } from '../../support/factories';
import { lettersTo } from '../../support/letters';
import { eachWithSeller } from '../../support/seller-app';

const { invite, resendInvitation } = contract.team;

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let email: string;

await eachWithSeller((now) => {
  ({ app, seller, owner } = now);
  email = `new-${seller.org.id}@example.com`;
});

const org = () => ({ orgId: seller.org.id });

describe('letters of invitation', () => {
  test('resent to one address stop after a few, and other people still get theirs', async () => {
    const { id } = await owner.expectOk(invite, { params: org(), body: { email, defaultRole: 'USER' } });
    const at = { params: { ...org(), id } };
    const answers = [];
    for (let time = 0; time < 30; time += 1) answers.push(await owner.call(resendInvitation, at));
    const sent = answers.filter(({ ok }) => ok).length;
    expect(sent).toBeLessThanOrEqual(4);
    expect(answers.slice(sent).map(({ status }) => status)).toEqual(Array(30 - sent).fill(429));
    expect(answers.at(-1)?.body).toMatchObject({
      message: 'TOO_MANY',
      userFriendlyMessage: expect.stringMatching(
        /^We’ve already emailed .+ several times\. Try again in \d+ minutes\.$/,
      ),
    });
    const other = { params: org(), body: { email: `other-${email}`, defaultRole: 'USER' } } as const;
    await owner.expectOk(invite, other);
    expect(await lettersTo(app, email, sent + 1)).toHaveLength(sent + 1);
    expect((await lettersTo(app, other.body.email, 1))[0]?.text).toContain(other.body.email.replace('@', '%40'));
  });

  test('of several organizations to one address are counted together, across server processes', async () => {
    const second = await startTestApp({ beside: app });
    let refused = 0;
    for (let time = 0; time < 8; time += 1) {
      const rival = await makeSeller(app.database.db);
      const caller = await (time % 2 === 0 ? app : second).as(rival.owner.user, rival.org);
      const answer = await caller.call(invite, {
        params: { orgId: rival.org.id },
        body: { email, defaultRole: 'USER' },
      });
      if (answer.status === 429) refused += 1;
    }
    await second.close();
    expect(refused).toBeGreaterThanOrEqual(4);
  });

  test('requested by a person to sign in are limited too', async () => {
    const caller = await app.as(await makeUser(app.database.db, { email }));
    const statuses = [];
    for (let time = 0; time < 10; time += 1) {
      statuses.push((await caller.call(contract.session.resetPassword, {})).status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(4);
    expect(statuses.at(-1)).toBe(429);
  });
});

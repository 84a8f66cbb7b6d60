import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { member } from '../../../domain/access/ability';
import { orderDocuments as calls, type OrderMail } from '../../../domain/orders/documents/contract';
import type { Manifest } from '../../../src/providers/manifest';
import { MailedDocuments } from '../../../src/resources/orders/documents/MailedDocuments';
import { AccountEmailProblem } from '../../../src/shell/session/ResendVerification';
import { openAt, world } from '../support/app';
import { reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

const screens: Manifest = {
  name: 'mailed',
  label: 'Mailed',
  app: 'account',
  requires: member,
  screens: [
    { path: 'account/mailed', title: 'Mailed', load: async () => ({ default: () => <MailedDocuments orderId={7} /> }) },
  ],
};

const MAIL: OrderMail = {
  id: 1,
  kinds: ['INVOICE'],
  recipients: ['ap@cedar.example', 'old@cedar.example', 'boss@cedar.example'],
  subject: 'Your order',
  message: '',
  by: 'Olive Marsh',
  created: '2026-02-03T18:00:00Z',
  isKept: true,
  sentAt: null,
  unsent: [],
};
const REFUSED = 'The mail server refused this address.';

it('an order says to whom its documents were sent, to whom they are being sent, and to whom they couldn’t be', async () => {
  const unsent = [
    { email: 'old@cedar.example', problem: REFUSED, isGivenUp: true },
    { email: 'boss@cedar.example', problem: null, isGivenUp: false },
  ];
  world.net.on(calls.mailed, () => reply(calls.mailed, [{ ...MAIL, unsent }]));
  await openAt('/account/mailed', [screens]);
  await expect.element(page.getByText(/^Sent .* to ap@cedar\.example by Olive Marsh$/)).toBeVisible();
  await expect.element(page.getByText('Being sent to boss@cedar.example')).toBeVisible();
  await expect.element(page.getByText(`Not sent to old@cedar.example: ${REFUSED}`)).toBeVisible();
  await expect.element(page.getByText('We stopped trying.', { exact: false })).toBeVisible();
  await expectNoAxeFindings(document.body);
});

it('an order whose documents everyone has says so, and nothing else', async () => {
  world.net.on(calls.mailed, () => reply(calls.mailed, [{ ...MAIL, sentAt: '2026-02-03T18:01:00Z' }]));
  await openAt('/account/mailed', [screens]);
  await expect
    .element(page.getByText(/^Sent .* to ap@cedar\.example, old@cedar\.example, boss@cedar\.example by Olive Marsh$/))
    .toBeVisible();
  await expect.element(page.getByText('Being sent', { exact: false })).not.toBeInTheDocument();
  await expect.element(page.getByText('We stopped trying.', { exact: false })).not.toBeInTheDocument();
});

it('a person whose own link couldn’t be emailed reads why', async () => {
  const email = 'olive@fernhollow.example';
  const { rerender } = await render(<AccountEmailProblem user={{ email, emailProblem: REFUSED }} />);
  await expect.element(page.getByRole('status')).toHaveTextContent(`We couldn’t email ${email}: ${REFUSED}`);
  await rerender(<AccountEmailProblem user={{ email, emailProblem: null }} />);
  await expect.element(page.getByRole('status')).not.toBeInTheDocument();
});

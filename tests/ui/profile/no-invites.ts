import { brandInvites } from '../../../domain/brands/contract';
import { connections } from '../../../domain/connections/contract';
import { invitations } from '../../../domain/team/invitation-contract';
import { world } from '../support/app';
import { reply } from '../support/platform';

/** Nothing awaits the person's answer in their profile. */
export function noInvites(): void {
  world.net.on(invitations.waiting, () => reply(invitations.waiting, { count: 0, isEmailConfirmed: true }));
  for (const list of [invitations.mine, brandInvites.received, connections.list]) {
    world.net.on(list, () => reply(list, []));
  }
}

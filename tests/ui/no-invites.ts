import { brandInvites } from '../../domain/brands/contract';
import { connections } from '../../domain/connections/contract';
import { invitations } from '../../domain/organization/invitation-contract';
import { world } from './shell-app';
import { reply } from './shell-platform';

/** Nothing awaits the person's answer in their profile. */
export function noInvites(): void {
  world.net.on(invitations.waiting, () => reply(invitations.waiting, { count: 0 }));
  for (const list of [invitations.mine, brandInvites.received, connections.list]) {
    world.net.on(list, () => reply(list, []));
  }
}

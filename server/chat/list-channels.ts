import type { chat } from '../../domain/chat/contract';
import type { Verb } from '../implement';
import { loadChannels } from './read-channels';
import { joinDefaultChannel } from './team';

export const listChannels: Verb<typeof chat.channels> = async ({ db, membership, person, services }) => {
  await joinDefaultChannel(services, membership.orgId, person.userId);
  return loadChannels(db, { orgId: membership.orgId, userId: person.userId });
};

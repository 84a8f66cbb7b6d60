import { cards } from '../../domain/cards/contract';
import { messageLinks } from '../../domain/cards/links';
import { implement } from '../implement';
import { addLink, listChannelLinks, listRecordLinks } from './message-links';
import { readCards } from './read-cards';

export const cardRoutes = [
  implement(cards)({ read: readCards }),
  implement(messageLinks)({ add: addLink, ofChannel: listChannelLinks, ofRecord: listRecordLinks }),
];

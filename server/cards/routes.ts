import { cards } from '../../domain/cards/contract';
import { counterparts } from '../../domain/cards/counterpart';
import { messageLinks } from '../../domain/cards/links';
import { implement } from '../implement';
import { findCounterpart } from './counterpart';
import { addLink, listChannelLinks, listRecordLinks } from './message-links';
import { readCards } from './read-cards';

export const cardRoutes = [
  implement(counterparts)({ find: findCounterpart }),
  implement(cards)({ read: readCards }),
  implement(messageLinks)({ add: addLink, ofChannel: listChannelLinks, ofRecord: listRecordLinks }),
];

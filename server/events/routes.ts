import { events } from '../../domain/events/contract';
import { implement } from '../implement';
import { listEvents } from './list-events';

/** How the calls of events are answered. */
export const eventRoutes = [implement(events)({ list: listEvents })];

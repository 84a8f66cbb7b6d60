import type { EventType } from '../../domain/events/catalogue';
import type { QueueName } from '../queues';

/** The events jobs may cause. */
export const JOBS_TELL: { readonly [Q in QueueName]?: readonly EventType[] } = {};

import { webhooks } from '../../domain/webhooks/contract';
import { implement } from '../implement';
import { pingEndpoint, readOneDelivery, replayEvents, resendDelivery, searchDeliveries } from './deliveries';
import {
  createEndpoint,
  listEndpoints,
  pauseEndpoint,
  readOneEndpoint,
  removeEndpoint,
  resumeEndpoint,
  rotateSecret,
  showSecret,
  updateEndpoint,
} from './endpoints';
import { listReceived } from './receiver';

export const webhookRoutes = [
  implement(webhooks)({
    list: listEndpoints,
    detail: readOneEndpoint,
    create: createEndpoint,
    update: updateEndpoint,
    remove: removeEndpoint,
    pause: pauseEndpoint,
    resume: resumeEndpoint,
    secret: showSecret,
    rotate: rotateSecret,
    ping: pingEndpoint,
    deliveries: searchDeliveries,
    delivery: readOneDelivery,
    resend: resendDelivery,
    replay: replayEvents,
    received: listReceived,
  }),
];

import type { Socket } from 'node:net';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { DomainError } from '../domain/errors';
import { auditRoutes } from './accounting/audit/routes';
import { changeRoutes } from './accounting/changes/routes';
import { accountingRoutes } from './accounting/connection/routes';
import { booksOverHttp } from './accounting/http';
import { mappingRoutes } from './accounting/mapping/routes';
import { bookPushRoutes } from './accounting/push/routes';
import { apiKeyRoutes } from './api-keys/routes';
import { badgeRoutes } from './badges/routes';
import { billingRoutes } from './billing/routes';
import { billingService } from './billing/service';
import { brandRoutes } from './brands/routes';
import { bulkRoutes } from './bulk/routes';
import { cardRoutes } from './cards/routes';
import { cartRoutes } from './carts/routes';
import { catalogueRoutes } from './catalogue/routes';
import { chatRoutes } from './chat/routes';
import { openChatService } from './chat/service';
import { type Config, root } from './config';
import { connectionRoutes } from './connections/routes';
import type { Jobs, Services } from './context';
import { customerRoutes } from './customers/routes';
import type { Database } from './db/client';
import { positionOf } from './db/replica';
import { dealRoutes } from './deals/routes';
import { directoryRoutes } from './directory/routes';
import { eventRoutes } from './events/routes';
import { openFiles } from './files';
import { ownStore } from './files/store-mark';
import { geographyRoutes } from './geography/routes';
import { harvestRoutes } from './harvests/routes';
import { serveAccountingHooks } from './http/accounting-hooks';
import { serveChatNews } from './http/chat-news';
import { toDomainError } from './http/errors';
import { serveFiles } from './http/files';
import { serveHealth } from './http/health';
import { applyLimits, BODY_LIMIT, TIMEOUTS } from './http/limits';
import { serveLive } from './http/live';
import { serveMetrics } from './http/metrics';
import { mount, refuse } from './http/mount';
import { serveOpenApi } from './http/openapi';
import { requestIdOf } from './http/request-id';
import { fontAddress, pageSettings, serveApp } from './http/static';
import { serveUnsubscribe } from './http/unsubscribe';
import { watchRequests } from './http/watch-requests';
import { serveWebhookReceiver } from './http/webhook-receiver';
import { serveWholesaleHooks } from './http/wholesale-hooks';
import { mountIdentity } from './identity';
import { intakeRoutes } from './intakes/routes';
import { openIntegrations } from './integrations';
import { startResealing } from './integrations/reseal-keys';
import { integrationRoutes } from './integrations/routes';
import { inventoryRoutes } from './inventory/routes';
import { startJobs } from './jobs';
import { BULKS } from './jobs/bulks';
import { licenseRoutes } from './licenses/routes';
import { openHub } from './live/hub';
import { type Log, pathOf } from './log';
import { openMail } from './mail';
import { mailRoutes } from './mail/routes';
import { openMetrics } from './metrics/open';
import { needRoutes } from './needs/routes';
import { networkPackageRoutes } from './network/packages/routes';
import { partnerRoutes } from './network/partners/routes';
import { shareRoutes } from './network/shares/routes';
import { notificationRoutes } from './notifications/routes';
import { onboardingRoutes } from './onboarding/routes';
import { orderRoutes } from './orders/routes';
import { organizationRoutes } from './organization/routes';
import { pricingRoutes } from './pricing/routes';
import { reportRoutes } from './reports/routes';
import { roadmapRoutes } from './roadmap/routes';
import { mountAccountingSandbox } from './sandbox/accounting';
import { mountBilling } from './sandbox/billing';
import { mountLocalChat } from './sandbox/chat';
import { guardSandboxes } from './sandbox/guard';
import { mountMailbox } from './sandbox/mailbox';
import { serveSandboxStyle } from './sandbox/page';
import { mountTrackingSandbox } from './sandbox/tracking';
import { mountWholesaleSandbox } from './sandbox/wholesale';
import { enabledFlags } from './session/reference';
import { sessionRoutes } from './session/routes';
import { supportRoutes } from './support/routes';
import { teamRoutes } from './team/routes';
import { openTracing } from './tracing';
import { usageRoutes } from './usage/routes';
import { startDeliveries } from './webhooks/deliver/engine';
import { webhookRoutes } from './webhooks/routes';
import { wholesaleDeskRoutes } from './wholesale/desk/routes';
import { wholesaleMatchRoutes } from './wholesale/match/routes';
import { wholesaleStockRoutes } from './wholesale/stock/routes';

export interface AppDeps {
  config: Config;
  database: Database;
  log: Log;
  /** Whether the process is about to close, and takes no more traffic. */
  isDraining?: () => boolean;
}

/**
 * Closes idle connections once the app is closing: those that become idle after their last reply, when Fastify has
 * already looked, and those browsers opened ahead without using them.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    const idle = setInterval(() => {
      app.server.closeIdleConnections();
      for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    }, 50);
    app.server.once('close', () => clearInterval(idle));
  });
}

/** Our account at the chat service; while chat is switched off, one that nobody uses. */
async function chatAccountOf(
  { chat, parts }: Config,
  mountLocal: (url: string) => ReturnType<typeof mountLocalChat>,
): ReturnType<typeof mountLocalChat> {
  const close = async () => {};
  if (!parts.chat) return { apiKey: 'none', secret: 'none', close };
  return chat.standIn ? mountLocal(chat.url) : { ...chat, close };
}

/** Everything one server process serves. Closing it closes what it opened, but never the database. */
export async function createApp({
  config,
  database,
  log,
  isDraining = () => false,
}: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestIdOf(headers, config.trustProxy),
    // Trusts one proxy, the nearest: anything before its own entry in X-Forwarded-For comes from the client.
    trustProxy: config.trustProxy && ((_address, hop) => hop === 0),
    bodyLimit: BODY_LIMIT,
    requestTimeout: TIMEOUTS.requestMs,
    keepAliveTimeout: TIMEOUTS.keepAliveMs,
    http: { headersTimeout: TIMEOUTS.headersMs, connectionsCheckingInterval: TIMEOUTS.checkMs },
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  }) as unknown as FastifyInstance;

  app.setErrorHandler((error, request, reply) => refuse(reply, toDomainError(error, request.log)));
  app.setNotFoundHandler((_request, reply) =>
    refuse(reply, new DomainError('NOT_FOUND', 'This page could not be found')),
  );
  const endTracing = await openTracing(config, log);
  const metrics = config.metricsToken
    ? await openMetrics({ config, database, isDraining, running: () => jobs.running, countLive: () => hub.count() })
    : undefined;
  watchRequests(app, { trustProxy: config.trustProxy, observe: metrics?.observe });
  app.addHook('onRequest', async (request, reply) => void reply.raw.setHeader('x-request-id', request.id));
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request;
    const call = {
      method,
      path: pathOf(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip,
    };
    request.log.info(call, 'call');
  });

  await applyLimits(app, config, database.db);
  guardSandboxes(app, config);
  const mail = openMail(config, database.db);
  const font = await fontAddress(root, config.dev);
  // Whoever signed out has no chat token left either; a job ends it, however long the chat service takes.
  const signedOut = async (subject: string) =>
    jobs.enqueue(database.db, { name: 'chat-sign-out', data: { subject } }).catch((err: unknown) => {
      log.error({ err }, 'chat tokens were not ended');
    });
  const sendLater: Jobs['enqueue'] = (...letter) => jobs.enqueue(...letter);
  const identity = await mountIdentity(app, { config, database, sendLater, log, font, signedOut });
  const files = await openFiles(config, log);
  const chatAccount = await chatAccountOf(config, (url) => mountLocalChat(app, { url, database, files, log }));
  const chat = openChatService(chatAccount, log);
  const integrations = openIntegrations(config, database.db, log);
  const books = booksOverHttp(config.accounting, database.db, integrations.vault, log);
  const billing = billingService(config.billing, log);
  await ownStore({ db: database.db, files, log }, config.files);
  const lent = { config, database, identity, mail, chat, billing, files, integrations, books, log };
  const jobs = await startJobs(lent);
  const endResealing = startResealing(lent);
  const positionNow = database.replica ? () => positionOf(database) : null;
  const hub = await openHub({ connectionString: database.pool.options.connectionString }, log, positionNow);
  const services: Services = { ...lent, jobs };
  const deliveries = await startDeliveries(services);

  serveHealth(app, { pool: database.pool, isDraining });
  if (metrics && config.metricsToken) serveMetrics(app, config.metricsToken, metrics);
  serveFiles(app, services);
  serveUnsubscribe(app, services);
  serveLive(app, services, hub);
  mount(app, services, [
    ...sessionRoutes,
    ...usageRoutes,
    ...connectionRoutes,
    ...organizationRoutes,
    ...brandRoutes,
    ...billingRoutes,
    ...teamRoutes,
    ...apiKeyRoutes,
    ...supportRoutes,
    ...mailRoutes,
    ...directoryRoutes,
    ...bulkRoutes(BULKS),
    ...catalogueRoutes,
    ...intakeRoutes,
    ...shareRoutes,
    ...inventoryRoutes,
    ...harvestRoutes,
    ...pricingRoutes,
    ...cartRoutes,
    ...dealRoutes,
    ...networkPackageRoutes,
    ...orderRoutes,
    ...badgeRoutes,
    ...eventRoutes,
    ...needRoutes,
    ...partnerRoutes,
    ...notificationRoutes,
    ...reportRoutes,
    ...roadmapRoutes,
    ...customerRoutes,
    ...onboardingRoutes,
    ...geographyRoutes,
    ...licenseRoutes,
    ...chatRoutes,
    ...cardRoutes,
    ...integrationRoutes,
    mappingRoutes,
    auditRoutes,
    changeRoutes,
    ...accountingRoutes,
    ...bookPushRoutes,
    ...wholesaleMatchRoutes,
    ...wholesaleStockRoutes,
    ...wholesaleDeskRoutes,
    ...webhookRoutes,
  ]);
  await serveChatNews(app, services);
  await serveAccountingHooks(app, services);
  await serveWholesaleHooks(app, services);
  await serveWebhookReceiver(app, services);
  serveOpenApi(app, config);
  mountMailbox(app, { db: database.db, mail });
  await mountBilling(app, { db: database.db, config });
  if (!config.production) serveSandboxStyle(app);
  mountTrackingSandbox(app, { db: database.db, config });
  mountWholesaleSandbox(app, { db: database.db, config });
  await mountAccountingSandbox(app, { db: database.db, config, log });
  const pageNow = async () => ({ 'site-flags': JSON.stringify(await enabledFlags(database.db)) });
  await serveApp(app, { root, dev: config.dev, page: pageSettings(config), pageNow });

  closeIdleConnections(app);
  app.addHook('onClose', async () => {
    await endResealing();
    await deliveries.close();
    await jobs.close();
    await hub.close();
    await chatAccount.close();
    await identity.close();
    mail.close();
    files.close();
    await metrics?.close();
    await endTracing();
  });
  return app;
}

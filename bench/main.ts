import { argv, exit } from 'node:process';

/** What can be measured, by the name it is asked for: `npm run bench`, or `npm run bench -- orders`. */
const BENCHES: Record<string, () => Promise<void>> = {
  orders: async () => (await import('./orders')).benchOrders(),
  'order-entry': async () => (await import('./order-entry')).benchOrderEntry(),
  'order-filters': async () => (await import('./order-filters')).benchOrderFilters(),
  'order-export': async () => (await import('./order-export')).benchOrderExport(),
  'order-merge': async () => (await import('./order-merge')).benchOrderMerge(),
  cart: async () => (await import('./cart')).benchCart(),
  checkout: async () => (await import('./checkout')).benchCheckout(),
  calls: async () => (await import('./calls')).benchCalls(),
  reports: async () => (await import('./reports')).benchReports(),
  downloads: async () => (await import('./downloads')).benchDownloads(),
  page: async () => (await import('./page')).benchPages(),
  pivot: async () => (await import('./pivot')).benchPivot(),
  pricing: async () => (await import('./pricing')).benchPricing(),
  products: async () => (await import('./products')).benchProducts(),
  grid: async () => (await import('./grid')).benchGrid(),
  tracking: async () => (await import('./tracking')).benchTracking(),
  'accounting-push': async () => (await import('./accounting-push')).benchAccountingPush(),
  network: async () => (await import('./network')).benchNetwork(),
  packages: async () => (await import('./packages')).benchPackages(),
  market: async () => (await import('./market')).benchMarket(),
  directory: async () => (await import('./directory')).benchDirectory(),
  bulk: async () => (await import('./bulk')).benchBulk(),
  feed: async () => (await import('./feed')).benchFeed(),
  harvests: async () => (await import('./harvests')).benchHarvests(),
  intakes: async () => (await import('./intakes')).benchIntakes(),
  wholesale: async () => (await import('./wholesale')).benchWholesale(),
  'chat-search': async () => (await import('./chat-search')).benchChatSearch(),
  'accounting-audit': async () => (await import('./accounting-audit')).benchAccountingAudit(),
  webhooks: async () => (await import('./webhooks')).benchWebhooks(),
  growth: async () => (await import('./growth')).benchGrowth(),
  usage: async () => (await import('./usage')).benchUsage(),
};

const names = argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}

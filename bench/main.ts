import { benchCheckout } from './checkout';
import { benchDownloads } from './downloads';
import { benchGrid } from './grid';
import { benchOrders } from './orders';

/** What can be measured, by the name it is asked for: `npm run bench`, or `npm run bench -- orders`. */
const BENCHES: Record<string, () => Promise<void>> = {
  orders: benchOrders,
  checkout: benchCheckout,
  downloads: benchDownloads,
  grid: benchGrid,
};

const names = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = names.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length === 0 || names.includes(name)) await bench();
}

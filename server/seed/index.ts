export { type DemoSummary, seedDemo, seedIfEmpty } from './demo';
export { DEMO_ACCOUNTS, DEMO_PASSWORD, demoAccounts } from './people';

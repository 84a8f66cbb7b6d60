export { seedDemo, seedIfEmpty } from './demo';
export { demoAccounts } from './specs/people';

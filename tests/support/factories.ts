export * from './catalogue-factories';
export * from './chat-factories';
/** Rows for tests, as the platform itself would have left them: typed, realistic, different on every call. */
export * from './order-factories';
export * from './party-factories';

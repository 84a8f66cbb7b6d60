export * from './brand-factories';
export * from './catalogue-factories';
export * from './chat-factories';
export * from './company-factories';
export * from './item-factories';
/** Rows as the platform itself would create them: typed, realistic, unique. */
export * from './order-factories';
export * from './party-factories';

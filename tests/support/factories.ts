export * from './brands/factories';
export * from './catalogue/factories';
export * from './chat/factories';
export * from './inventory/factories';
/** Rows as the platform itself would create them: typed, realistic, unique. */
export * from './orders/factories';
export * from './organization/factories';
export * from './organization/party-factories';

/** Rows as the platform itself would create them: typed, realistic, unique. */
export * from './brands/factories';
export * from './carts/factories';
export * from './catalogue/factories';
export * from './chat/factories';
export * from './customers/factories';
export * from './inventory/factories';
export * from './orders/factories';
export * from './organization/factories';

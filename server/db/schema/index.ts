export * from './billing';
export * from './catalogue';
export * from './identity';
export * from './integrations';
export * from './orders';
export * from './organisation';
export * from './platform';
export * from './saved-searches';

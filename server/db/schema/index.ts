export * from './catalogue';
export * from './chat';
export * from './identity';
export * from './orders';
export * from './organisation';
export * from './platform';
export * from './sandbox-chat';

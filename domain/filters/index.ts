export * from './define';
export { choices, dates, dollars, flag, ids, text } from './kinds';
export * from './show';

export * from './define';
export { amounts, choices, dates, dollars, flag, ids, text } from './kinds';
export * from './show';

/**
 * Text that a spreadsheet would run as a formula, and that csv therefore defuses with an apostrophe. A number below zero
 * is no formula.
 */
export const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

/**
 * Text that a spreadsheet would run as a formula, and that csv therefore defuses with an apostrophe. A number below zero
 * is no formula.
 */
export const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

/** A column of a csv file; instants are read where `timeZone` is. */
export type CsvColumn<Row> = { header: string; text: (row: Row, timeZone: string) => string };

/** Rows of one file; more is more than anybody reads. */
export const MOST_EXPORTED = 250_000;

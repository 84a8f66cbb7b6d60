/** Text a spreadsheet would run as a formula; csv defuses it with an apostrophe. Negative numbers are not formulas. */
export const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@\t\r\n]/;

/** A column of a csv file; instants are shown in `timeZone`. */
export type CsvColumn<Row> = { header: string; text: (row: Row, timeZone: string) => string };

/** Most rows of one file. */
export const MOST_EXPORTED = 250_000;

import { zoneTime } from './time-zones';

/**
 * Text a spreadsheet would run as a formula, full-width signs and the mark of old macros too; csv defuses it with an
 * apostrophe. Negative numbers are not formulas.
 */
export const FORMULA = /^(?!-?\d+(?:\.\d+)?$)[=+\-@|＝＋－＠\t\r\n]/;

/** A cell as a csv file of ours wrote it: without the apostrophe that keeps a spreadsheet from running it. */
export const undefused = (text: string) => (text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text);

/** A column of a csv file; one of instants shows them in `timeZone`, which its heading names. */
export type CsvColumn<Row> = { header: string; isInstant?: true; text: (row: Row, timeZone: string) => string };

/** A column's heading: "Created (Los Angeles time)" for one of instants. */
export const headingOf = ({ header, isInstant }: Pick<CsvColumn<never>, 'header' | 'isInstant'>, timeZone: string) =>
  isInstant ? `${header} (${zoneTime(timeZone)})` : header;

/** Most rows of one file. */
export const MOST_EXPORTED = 250_000;

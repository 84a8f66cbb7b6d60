import { readTable } from '../../../domain/csv-table';

/** What a csv file's text has, read at once. */
export function read(text: string) {
  const work = readTable(text);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** The same of one that can be read. */
export function tableOf(text: string) {
  const table = read(text);
  if ('problem' in table) throw new Error(table.problem);
  return table;
}

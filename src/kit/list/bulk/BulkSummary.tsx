import type { BulkAction } from '../../../../domain/bulk/bulk-act';
import styles from '../list.module.css';
import { type BulkInput, counted, type Noun, outcomeFor, type Recorded, titleFor } from './bulk';

/** A progress bar. */
export function Bar({ data: { total, succeeded, failed }, noun }: { data: BulkAction; noun: Noun }) {
  const label = `${noun[1].charAt(0).toUpperCase()}${noun[1].slice(1)} done`;
  return <progress className={styles.progress} aria-label={label} max={total} value={succeeded + failed} />;
}

/** A bulk action as text: what it does, and its result so far. */
export type ActionSummary = { title: string; outcome: string; isRunning: boolean };

/** A started action, in the words of the menu entry it was started from. */
export function summaryOf(data: BulkAction, { acts, others = [] }: Recorded, noun: Noun): ActionSummary {
  const { state, total, succeeded, failed, undoes } = data;
  const begunBy = [...acts, ...others].filter(
    ({ act, input }) => act === data.act && partsOf(input).every(isIn(data.input)),
  );
  const [chosen] = begunBy.sort((a, b) => partsOf(b.input).length - partsOf(a.input).length);
  const many = counted(total, noun);
  const outcome = chosen?.outcome ? outcomeFor({ outcome: chosen.outcome }, data.input) : 'changed';
  const some = succeeded === total ? many : `${succeeded.toLocaleString('en-US')} of ${many}`;
  const done = undoes === null ? `${some} ${outcome}.` : `Undone for ${some}.`;
  const isCut = state === 'STOPPED' && succeeded + failed < total;
  const title = chosen ? titleFor(chosen, many) : `Change ${many}`;
  return {
    title: undoes === null ? title : `Undo: ${title}`,
    outcome: isCut ? `${done} You stopped the rest.` : done,
    isRunning: state === 'RUNNING',
  };
}

const partsOf = (input: BulkInput = {}) => Object.entries(input);
const isIn =
  (input: BulkInput) =>
  ([name, value]: [string, unknown]) =>
    input[name] === value;

import { MOST_CARDS_READ, refsIn, refText } from '../../../domain/cards/refs';
import { lazyDialog } from '../../ui/lazy';
import { ReadLinks } from './ReadLinks';
import { useRecording } from './recording';

const AddToRecord = lazyDialog(async () => (await import('./AddToRecord')).AddToRecord);

/** What of a conversation became part of records, and the dialog that adds more; `texts` are its messages, newest first. */
export function MessageRecords({ cid, texts }: { cid: string; texts: () => readonly string[] }) {
  const recorded = useRecording();
  const close = () => useRecording.setState(null, true);
  const suggested = () => {
    const all = [recorded?.text ?? '', ...texts()].flatMap((text) => refsIn(text, location.origin));
    return [...new Map(all.map((ref) => [refText(ref), ref])).values()].slice(0, MOST_CARDS_READ);
  };
  return (
    <>
      <ReadLinks cid={cid} />
      {recorded && <AddToRecord.Part {...recorded} suggested={suggested()} onClose={close} />}
    </>
  );
}

import { useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { quickOrders as calls } from '../../../../domain/carts/fill-contract';
import { MOST_QUICK_LINES, readQuickLines, withoutQuickLines } from '../../../../domain/carts/quick-lines';
import { counted } from '../../../../domain/text';
import { readText } from '../../../kit/import/read-csv';
import { messageOf } from '../../../providers/call/call-errors';
import { readDraft, saveDraft } from '../../../providers/drafts';
import { useCallQuery } from '../../../providers/refine/use-call';
import { Checkbox, Field, FieldError, TextArea } from '../../../ui/Field';
import { useDebounced } from '../../../ui/hooks';
import { FillCart } from '../../carts/FillCart';
import { QUICK_ORDER } from './quick-order-state';

const MOST_TOLD = 5;

type QuickOrderProps = {
  sellerName: string;
  sellerCompanyId: number;
  buyerLicenseId: number;
  /** Lines to begin with. */
  begun: string;
  onClose: () => void;
};

function keptIn(draft: string): string {
  const lines = readDraft(draft)?.typed.lines;
  return typeof lines === 'string' ? lines : '';
}

/** Orders by SKU: lines pasted, typed or read from a file, with a verdict on each before they are put in the cart. */
export function QuickOrder({ sellerName, sellerCompanyId, buyerLicenseId, begun, onClose }: QuickOrderProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const draft = `quick-order/${sellerCompanyId}`;
  const [text, setShown] = useState(() => begun || keptIn(draft));
  const latest = useRef(text);
  /** What isn't in the cart yet stays until it is corrected or taken out. */
  const setText = (lines: string) => {
    latest.current = lines;
    setShown(lines);
    saveDraft(draft, lines.trim() === '' ? null : { typed: { lines }, base: {} });
  };
  const [replaces, setReplaces] = useState(false);
  /** What is to be said of the file that was read. */
  const [said, setSaid] = useState<string | null>(null);
  const file = useId();
  const settled = useDebounced(text);
  const { lines, unread } = readQuickLines(settled);
  const found = useCallQuery(
    calls.preview,
    { body: { buyerLicenseId, sellerCompanyId, replaces, lines } },
    { enabled: lines.length > 0, keepsPrevious: true, staleTime: 0, topics: ['carts', 'catalogue'] },
  );
  const preview = lines.length > 0 ? found.data : undefined;
  return (
    <FillCart
      title={`Quick order from ${sellerName}`}
      preview={preview}
      error={lines.length > 0 ? found.error : null}
      onRetry={found.refetch}
      isLoading={lines.length > 0 && !found.error}
      isStale={settled !== text || found.isPlaceholderData}
      replaces={replaces}
      onAdd={() => {
        const sent = text;
        return (skus) => {
          const left = withoutQuickLines(latest.current, skus, sent);
          setText(left);
          const read = readQuickLines(left);
          const correct = () => void navigate(`${pathname}${search}`, { state: QUICK_ORDER });
          return { many: read.lines.length + read.unread.length, correct };
        };
      }}
      waiting="Type or paste SKUs and quantities."
      onClose={onClose}
    >
      <Field
        label="SKUs and quantities"
        hint={`One product per line, such as “BD-8, 12”. Up to ${MOST_QUICK_LINES}, also pasted from a spreadsheet.`}
      >
        <TextArea rows={6} value={text} onChange={(event) => setText(event.target.value)} spellCheck={false} />
      </Field>
      <label htmlFor={file} className="v-hint">
        Or choose a csv file{' '}
        <input
          id={file}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={async (event) => {
            const chosen = event.target.files?.[0];
            if (!chosen) return;
            try {
              const read = await readText(chosen);
              setText(read.text);
              setSaid(read.note);
            } catch (error) {
              setSaid(messageOf(error));
            }
          }}
        />
      </label>
      {said !== null && <p role="status">{said}</p>}
      <Checkbox
        label="Replace what’s in the cart"
        checked={replaces}
        onChange={(event) => setReplaces(event.target.checked)}
      />
      {unread.slice(0, MOST_TOLD).map(({ line, problem }) => (
        <FieldError key={line}>
          Line {line} {problem}
        </FieldError>
      ))}
      {unread.length > MOST_TOLD && (
        <FieldError>{counted(unread.length - MOST_TOLD, 'more line')} can’t be read</FieldError>
      )}
    </FillCart>
  );
}

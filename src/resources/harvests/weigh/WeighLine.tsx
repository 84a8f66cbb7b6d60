import { useEffect, useRef, useState } from 'react';
import type { Harvest } from '../../../../domain/harvests/harvest';
import { wholeTags } from '../../../../domain/inventory/packages/scanned-tag';
import { Panel } from '../../../kit/record/RecordPage';
import { ScanButton } from '../../../kit/scan/ScanButton';
import { Button } from '../../../ui/Button';
import { useScale } from '../../../ui/devices/useScale';
import { Field, TextInput } from '../../../ui/Field';
import { ScaleBar } from './ScaleBar';
import { useWeighLine } from './useWeighLine';
import { UnstoredWeights, WeighedLines } from './WeighedLines';
import css from './weigh.module.css';

/** The line itself: a tag, its weight, and what was weighed before. */
export function WeighLine({ harvest }: { harvest: Harvest }) {
  const [device, setDevice] = useState('');
  const line = useWeighLine(harvest, device);
  const scale = useScale(line.hear);
  const tag = useRef<HTMLInputElement>(null);
  const weight = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const label = line.line?.label ?? null;

  // The hands are on plants: what is next has the focus by itself.
  useEffect(() => (label === null ? tag.current : weight.current)?.focus(), [label]);

  const take = (scanned: string) => {
    setText('');
    void line.scan(scanned);
  };
  const unit = harvest.defaultUnitOfMeasureAbbreviation;
  const shown = line.held?.state === 'STABLE' ? `${line.held.weight} ${line.held.unit}` : null;
  return (
    <div className={css.screen}>
      <Panel title="Next plant">
        <div className={css.line}>
          <ScaleBar scale={scale} device={device} onDevice={setDevice} />
          <div className={css.tag}>
            <Field label="Tag" hint="Scan or type a plant’s tag. Scanning the next one keeps the weight before it.">
              <TextInput
                ref={tag}
                value={text}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                onChange={({ target }) =>
                  wholeTags(target.value).length > 1 ? take(target.value) : setText(target.value)
                }
                onKeyDown={(event) => {
                  // Some scanners end with Tab.
                  const isTab = event.key === 'Tab' && !event.shiftKey && text.trim() !== '';
                  if (!isTab && (event.key !== 'Enter' || text.trim() === '')) return;
                  event.preventDefault();
                  take(text);
                }}
              />
            </Field>
            {/* The weight comes next. */}
            <ScanButton onScan={take} once />
          </div>
          <p className={css.now} data-waits={label === null}>
            {label ?? 'No plant on the line'}
          </p>
          <Field
            label={`Weight in ${unit}`}
            hint={shown ? `From the scale: ${shown}. Enter keeps it.` : 'Enter keeps it. Esc leaves this plant out.'}
          >
            <TextInput
              ref={weight}
              className={css.weight}
              value={line.typed}
              placeholder={shown ?? ''}
              inputMode="decimal"
              autoComplete="off"
              disabled={label === null}
              onChange={({ target }) => line.type(target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Escape') line.skip();
                else if (event.key === 'Enter') line.enter();
                else return;
                event.preventDefault();
              }}
            />
          </Field>
          <div className={css.acts}>
            <Button tone="primary" disabled={label === null} onClick={line.keep}>
              Keep weight
            </Button>
            <Button tone="quiet" disabled={label === null} onClick={line.skip}>
              Leave out
            </Button>
          </div>
          <p className={css.said} data-tone={line.said?.tone} role="status">
            {line.said?.text ?? ''}
          </p>
          <UnstoredWeights {...line.weights} />
        </div>
      </Panel>
      <WeighedLines harvest={harvest} kept={line.weights.kept} />
    </div>
  );
}

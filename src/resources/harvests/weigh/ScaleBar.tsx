import { useState } from 'react';
import { Button } from '../../../ui/Button';
import { BAUD_RATES, type BaudRate, type useScale } from '../../../ui/devices/useScale';
import { Field, Select, TextInput } from '../../../ui/Field';
import { Pill } from '../../../ui/Pill';
import css from './weigh.module.css';

type Props = { scale: ReturnType<typeof useScale>; device: string; onDevice: (name: string) => void };

/** Whether a scale is connected and what it says; what it is called is kept with each weight. */
export function ScaleBar({ scale, device, onDevice }: Props) {
  const [rate, setRate] = useState<BaudRate>(BAUD_RATES[0] as BaudRate);
  const { state, reading } = scale;
  if (state === 'UNSUPPORTED') {
    return <p className="v-hint">This browser can’t read a scale. Type the weights, or use Chrome or Edge.</p>;
  }
  if (state === 'ON') {
    return (
      <div className={css.scale}>
        <Pill tone={reading?.state === 'STABLE' ? 'positive' : 'progress'}>{wordsOf(reading)}</Pill>
        <Field label="Scale’s name">
          <TextInput value={device} maxLength={100} onChange={({ target }) => onDevice(target.value)} />
        </Field>
        <Button tone="quiet" onClick={scale.disconnect}>
          Disconnect
        </Button>
      </div>
    );
  }
  return (
    <div className={css.scale}>
      {state === 'LOST' && <Pill tone="warning">The scale stopped answering</Pill>}
      <Field label="Speed">
        <Select
          value={String(rate)}
          options={BAUD_RATES.map((value) => ({ value: String(value), label: `${value} baud` }))}
          onChange={({ target }) => setRate(Number(target.value) as BaudRate)}
        />
      </Field>
      <Button busy={state === 'CONNECTING'} onClick={() => void scale.connect(rate)}>
        Connect a scale
      </Button>
    </div>
  );
}

function wordsOf(reading: Props['scale']['reading']): string {
  if (reading === null) return 'Scale connected';
  if (reading.state === 'STABLE') return `${reading.weight} ${reading.unit}${reading.isNet ? ' net' : ''}`;
  return reading.state === 'OVERLOAD' ? 'Too heavy for the scale' : 'Settling…';
}

import { useMemo, useRef, useState } from 'react';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest } from '../../../../domain/harvests/harvest';
import { isSameReading, type ScaleReading } from '../../../../domain/harvests/scale-line';
import { judgeTag, type Line, weightAndTag, weightOf } from '../../../../domain/harvests/weigh-line';
import { scannedTag } from '../../../../domain/inventory/packages/scanned-tag';
import { compare } from '../../../../domain/money';
import { call } from '../../../providers/call';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useKeptWeights } from './useKeptWeights';

export type Said = { tone: 'good' | 'bad' | 'ask'; text: string };

/**
 * The weigh line of a harvest: a tag, its weight, the next. A line ends with a key or the next scan alone, never by what the
 * scale does. Each weight is kept in this browser before it is sent.
 */
export function useWeighLine(harvest: Harvest, device: string) {
  const { id, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const plants = useMemo(() => new Map((harvest.harvestPlants ?? []).map((one) => [one.label, one])), [harvest]);
  const weights = useKeptWeights(harvest, plants);
  const offered = useCallQuery(calls.availablePlants, { params: { id }, query: {} }, { topics: ['harvests'] }).data;
  const [line, setLine] = useState<Line | null>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  /** What the scale said of this line’s plant last while it stood still: it may be off the scale when the next is scanned. */
  const [held, setHeld] = useState<ScaleReading | null>(null);
  const current = useRef<Line | null>(null);
  const heldNow = useRef<ScaleReading | null>(null);
  /** What stood on the scale for the plant before: it is that one’s until the scale moves. */
  const before = useRef<ScaleReading | null>(null);

  const available = useMemo(() => (offered ? new Set(offered.map(({ label }) => label)) : null), [offered]);
  const hold = (reading: ScaleReading | null) => {
    heldNow.current = reading;
    setHeld(reading);
  };

  const begin = (next: Line | null) => {
    current.current = next;
    setLine(next);
    setTyped('');
    before.current = heldNow.current ?? before.current;
    hold(null);
  };

  /**
   * Ends the line with its weight; false, with the reason said, if there is none. What is typed right after it is the next
   * line’s, so nothing waits for the browser’s storage here.
   */
  const keep = (text = typed): boolean => {
    const now = current.current;
    if (now === null) return true;
    const weighed = weightOf(text, heldNow.current, unit);
    if (!weighed.ok) {
      const isBefore = text.trim() === '' && before.current !== null;
      setSaid({ tone: 'bad', text: isBefore ? NOT_MOVED : weighed.problem });
      return false;
    }
    const { weight, unitOfMeasureAbbreviation, origin } = weighed.weight;
    begin(null);
    setSaid(null);
    const body = {
      label: now.label,
      ...weighed.weight,
      device: origin === 'SCALE' ? device : '',
      // It may be sent hours later.
      weighed: new Date().toISOString(),
    };
    void weights.store({ params: { id }, body }).then((isStored) => {
      const named = `${weight} ${unitOfMeasureAbbreviation} for ${endOf(now.label)}`;
      if (!isStored) setSaid({ tone: 'bad', text: `This browser couldn’t store ${named}.` });
      // By now the next plant may be on the line, which then has been told.
      else setSaid((told) => told ?? { tone: 'good', text: `Kept ${named}. Scan the next tag.` });
    });
    return true;
  };

  /** A tag was scanned or typed: it ends the line before it, and begins the next. */
  const scan = async (text: string, weight = typed): Promise<void> => {
    const label = scannedTag(text) ?? text.trim().toUpperCase();
    if (label === '') return;
    if (current.current?.label === label) return setSaid({ tone: 'bad', text: 'This tag is on the line. Weigh it.' });
    if (current.current !== null && !keep(weight)) return;
    const judged = judgeTag(label, { harvest, plants, kept: weights.here(), available });
    if (judged.kind === 'REFUSED') return setSaid({ tone: 'bad', text: judged.message });
    if (judged.kind === 'WEIGHED') {
      begin(judged.line);
      return setSaid({ tone: 'ask', text: `${judged.message} Weigh it again to change that, or press Esc.` });
    }
    begin(judged.line);
    if (judged.kind === 'READY') return setSaid({ tone: 'good', text: `Weigh ${endOf(label)}.` });
    setSaid({ tone: 'ask', text: `Weigh ${endOf(label)}. We don’t know it yet and check it.` });
    const problem = await problemOf(id, label);
    if (problem === null || current.current?.label !== label) return;
    begin(null);
    setSaid({ tone: 'bad', text: problem });
  };

  return {
    line,
    typed,
    said,
    held,
    weights,
    scan,
    keep: () => void keep(),
    type: setTyped,
    /** Ends the weight’s field: a scanner types the next tag into it, behind what was typed as the weight. */
    enter: () => {
      const both = weightAndTag(typed);
      if (both === null) {
        keep();
        return;
      }
      setTyped(both.weight);
      void scan(both.tag, both.weight);
    },
    skip: () => {
      begin(null);
      setSaid(null);
    },
    hear: (reading: ScaleReading) => {
      const isWeight = reading.state === 'STABLE' && compare(reading.weight, 0) > 0;
      if (!isSameReading(reading, before.current)) before.current = null;
      if (isWeight && before.current === null && current.current !== null) hold(reading);
    },
  };
}

const NOT_MOVED = 'The scale still shows the plant before. Weigh this one, or type its weight.';

/** How people tell tags apart: by their last digits. */
export const endOf = (label: string): string => `…${label.slice(-6)}`;

/** Why a plant can’t be weighed in this harvest; null if it can, or if nobody can be asked now. */
async function problemOf(id: number, label: string): Promise<string | null> {
  try {
    const { problem } = await call(calls.scanPlant, { params: { id, label } }, { quiet: true });
    return problem;
  } catch (error) {
    return error instanceof CallError ? messageOf(error) : null;
  }
}

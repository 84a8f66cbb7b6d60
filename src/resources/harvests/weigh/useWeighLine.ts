import { useMemo, useRef, useState } from 'react';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest, PlantWeight } from '../../../../domain/harvests/harvest';
import type { ScaleReading } from '../../../../domain/harvests/scale-line';
import { judgeTag, type Line, weightAndTag, weightOf } from '../../../../domain/harvests/weigh-line';
import { scannedTag } from '../../../../domain/inventory/packages/scanned-tag';
import { compare } from '../../../../domain/money';
import { call } from '../../../providers/call';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useKeptActs } from '../../../providers/kept/acts';
import { useCallQuery } from '../../../providers/refine/use-call';
import { weighPlant } from './weigh-plant';

export type Said = { tone: 'good' | 'bad' | 'ask'; text: string };
type Input = { params: { id: number }; body: PlantWeight & { label: string } };

/**
 * The weigh line of a harvest: a tag, its weight, the next. A line ends with a key or the next scan alone, never by what the
 * scale does. Each weight is kept in this browser before it is sent.
 */
export function useWeighLine(harvest: Harvest, device: string) {
  const { id, name, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const kept = useKeptActs(weighPlant, { path: `/harvest/${id}/weigh`, place: name });
  const offered = useCallQuery(calls.availablePlants, { params: { id }, query: {} }, { topics: ['harvests'] }).data;
  const [line, setLine] = useState<Line | null>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  /** What the scale said of this line’s plant last while it stood still: it may be off the scale when the next is scanned. */
  const [held, setHeld] = useState<ScaleReading | null>(null);
  const current = useRef<Line | null>(null);
  /** Weights that are being stored. */
  const underWay = useRef(new Map<string, { weight: string; unit: string }>());

  const plants = useMemo(() => new Map((harvest.harvestPlants ?? []).map((one) => [one.label, one])), [harvest]);
  const available = useMemo(() => (offered ? new Set(offered.map(({ label }) => label)) : null), [offered]);
  const waiting = useMemo(
    () =>
      new Map(
        kept.acts
          .filter(({ problem }) => problem === null)
          .map(({ subject, input }) => {
            const { weight, unitOfMeasureAbbreviation } = (input as Input).body;
            return [subject, { weight, unit: unitOfMeasureAbbreviation }] as const;
          }),
      ),
    [kept.acts],
  );

  const begin = (next: Line | null) => {
    current.current = next;
    setLine(next);
    setTyped('');
    setHeld(null);
  };

  /**
   * Ends the line with its weight; false, with the reason said, if there is none. What is typed right after it is the next
   * line’s, so nothing waits for the browser’s storage here.
   */
  const keep = (text = typed): boolean => {
    const now = current.current;
    if (now === null) return true;
    const weighed = weightOf(text, held, unit);
    if (!weighed.ok) {
      setSaid({ tone: 'bad', text: weighed.problem });
      return false;
    }
    const { weight, unitOfMeasureAbbreviation, origin } = weighed.weight;
    begin(null);
    const named = `${weight} ${unitOfMeasureAbbreviation} for ${endOf(now.label)}`;
    setSaid({ tone: 'good', text: `${named}. Scan the next tag.` });
    underWay.current.set(now.label, { weight, unit: unitOfMeasureAbbreviation });
    const body = { label: now.label, ...weighed.weight, device: origin === 'SCALE' ? device : '' };
    void store(now.label, { params: { id }, body }).catch(() =>
      setSaid({
        tone: 'bad',
        text: `This browser couldn’t store ${named}. Free some space, then scan that plant again.`,
      }),
    );
    return true;
  };

  const store = async (label: string, input: Input): Promise<void> => {
    const before = kept.acts.filter(({ subject, problem }) => subject === label && problem !== null);
    try {
      await kept.keep(label, input);
    } finally {
      underWay.current.delete(label);
    }
    // What was refused of this plant before is settled by its new weight.
    for (const act of before) await kept.drop(act);
  };

  /** A tag was scanned or typed: it ends the line before it, and begins the next. */
  const scan = async (text: string, before = typed): Promise<void> => {
    const label = scannedTag(text) ?? text.trim().toUpperCase();
    if (label === '') return;
    if (current.current?.label === label) return setSaid({ tone: 'bad', text: 'This tag is on the line. Weigh it.' });
    if (current.current !== null && !keep(before)) return;
    const here = new Map([...waiting, ...underWay.current]);
    const judged = judgeTag(label, { harvest, plants, kept: here, available });
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
    kept,
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
      if (isWeight && current.current !== null) setHeld(reading);
    },
  };
}

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

import { useMemo, useRef, useState } from 'react';
import { harvests as calls } from '../../../../domain/harvests/contract';
import type { Harvest, PlantWeight } from '../../../../domain/harvests/harvest';
import type { ScaleReading } from '../../../../domain/harvests/scale-line';
import { judgeTag, type Line, weightOf } from '../../../../domain/harvests/weigh-line';
import { scannedTag, wholeTags } from '../../../../domain/inventory/packages/scanned-tag';
import { compare } from '../../../../domain/money';
import { call } from '../../../providers/call';
import { CallError, messageOf } from '../../../providers/call/call-errors';
import { useKeptActs } from '../../../providers/kept/acts';
import { useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';

export type Said = { tone: 'good' | 'bad' | 'ask'; text: string };
type Input = { params: { id: number }; body: PlantWeight & { label: string } };

/**
 * The weigh line of a harvest: a tag, its weight, the next. A line ends with a key or the next scan alone, never by what the
 * scale does. Each weight is kept in this browser before it is sent.
 */
export function useWeighLine(harvest: Harvest, device: string) {
  const { user, scope } = useSession();
  const { id, defaultUnitOfMeasureAbbreviation: unit } = harvest;
  const owner = { userId: user.id, orgId: scope?.orgId ?? 0, kind: 'weigh-plant' };
  const kept = useKeptActs(calls.harvestPlant, owner, String(id));
  const offered = useCallQuery(calls.availablePlants, { params: { id }, query: {} }, { topics: ['harvests'] }).data;
  const [line, setLine] = useState<Line | null>(null);
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<Said | null>(null);
  /** What the scale said of this line’s plant last while it stood still: it may be off the scale when the next is scanned. */
  const [held, setHeld] = useState<ScaleReading | null>(null);
  const current = useRef<Line | null>(null);

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

  /** Keeps the line’s weight; false, with the reason said, if there is none. */
  const keep = async (): Promise<boolean> => {
    const now = current.current;
    if (now === null) return true;
    const weighed = weightOf(typed, held, unit);
    if (!weighed.ok) {
      setSaid({ tone: 'bad', text: weighed.problem });
      return false;
    }
    const { weight } = weighed;
    const named = weight.origin === 'SCALE' ? device : '';
    const before = kept.acts.filter(({ subject }) => subject === now.label);
    try {
      await kept.keep(now.label, { params: { id }, body: { label: now.label, ...weight, device: named } });
    } catch {
      setSaid({
        tone: 'bad',
        text: 'This browser couldn’t store the weight. Free some space, then press Enter again.',
      });
      return false;
    }
    // What was refused of this plant before is settled by its new weight.
    for (const act of before) if (act.problem !== null) await kept.drop(act);
    setSaid({
      tone: 'good',
      text: `${weight.weight} ${weight.unitOfMeasureAbbreviation} for ${endOf(now.label)}. Scan the next tag.`,
    });
    begin(null);
    return true;
  };

  /** A tag was scanned or typed: it ends the line before it, and begins the next. */
  const scan = async (text: string): Promise<void> => {
    const label = scannedTag(text) ?? text.trim().toUpperCase();
    if (label === '') return;
    if (current.current?.label === label) return setSaid({ tone: 'bad', text: 'This tag is on the line. Weigh it.' });
    if (current.current !== null && !(await keep())) return;
    const judged = judgeTag(label, { harvest, plants, kept: waiting, available });
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
    keep,
    /** What is typed as a weight; a tag that a scanner types there is the next one. */
    type: (text: string) => {
      const [tag] = wholeTags(text);
      if (tag === undefined) return setTyped(text);
      setTyped('');
      void scan(tag);
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

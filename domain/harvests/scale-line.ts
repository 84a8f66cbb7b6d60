import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { money, type Quantity } from '../money';

/** What a scale says in one line: a weight that stands still, one that doesn't yet, or that it can't weigh this. */
export type ScaleReading =
  | { state: 'STABLE'; weight: Quantity; unit: TrackingUnit; isNet: boolean }
  | { state: 'MOVING' | 'OVERLOAD' };

const UNITS: Record<string, TrackingUnit> = { g: 'g', kg: 'kg', lb: 'lb', lbs: 'lb', oz: 'oz', mg: 'mg' };

const NUMBER = String.raw`([+-]?)\s*(\d{1,9}(?:\.\d{1,6})?)`;
/** `S S     100.00 g`, and `SD` or `S D` while it moves: Mettler’s SICS, which A&D speaks too. */
const SICS = new RegExp(String.raw`^S\s?([SDI+-])?(?:\s+${NUMBER}\s*([a-z]{1,3}))?$`, 'i');
/** `ST,+00018.72  g`, `US,…` while it moves; `ST,NT` or `ST,GS` where it says net or gross: A&D. */
const COMMAS = new RegExp(String.raw`^(ST|US|QT)(?:,(NT|GS|TR|N|G))?(?:,\s*${NUMBER}\s*([a-z]{1,3}))?$`, 'i');
/** `    100.00 g     ?`: Ohaus, with a question mark while it moves, and N for net or G for gross. */
const OHAUS = new RegExp(String.raw`^${NUMBER}\s*([a-z]{1,3})(?:\s*(\?))?(?:\s*(NET|N|G|PT|T))?$`, 'i');

/**
 * Reads a line as scales of Ohaus, Mettler (SICS) and A&D send it, without its line end. Null for what is no reading: an
 * answer to a command, another unit, a part of a line.
 */
export function readScaleLine(line: string): ScaleReading | null {
  const text = line.trim();
  if (/^OL\b/i.test(text)) return { state: 'OVERLOAD' };
  const commas = COMMAS.exec(text);
  if (commas) {
    const [, state = '', kind = '', sign = '', weight, unit] = commas;
    if (state.toUpperCase() === 'US') return { state: 'MOVING' };
    return stable(sign, weight, unit, /^N/i.test(kind));
  }
  const sics = SICS.exec(text);
  if (sics) {
    const [, state = '', sign = '', weight, unit] = sics;
    if (state === '+' || state === '-') return { state: 'OVERLOAD' };
    if (state.toUpperCase() === 'D' || state.toUpperCase() === 'I') return { state: 'MOVING' };
    return stable(sign, weight, unit, false);
  }
  const ohaus = OHAUS.exec(text);
  if (!ohaus) return null;
  const [, sign = '', weight, unit, moving, kind = ''] = ohaus;
  return moving ? { state: 'MOVING' } : stable(sign, weight, unit, /^(N|PT)/i.test(kind));
}

/** Whether a scale says what it said before while it stood still. */
export function isSameReading(reading: ScaleReading, before: ScaleReading | null): boolean {
  if (reading.state !== 'STABLE' || before?.state !== 'STABLE') return false;
  return reading.weight === before.weight && reading.unit === before.unit;
}

/** A scale below zero has its tare set, and weighs nothing yet. */
function stable(sign: string, weight = '', unit = '', isNet: boolean): ScaleReading | null {
  const known = UNITS[unit.toLowerCase()];
  if (known === undefined || weight === '') return null;
  if (sign === '-' && Number(weight) > 0) return { state: 'MOVING' };
  return { state: 'STABLE', weight: money(weight), unit: known, isNet };
}

/** The whole lines in what a scale has sent so far, and what is left of the one under way. */
export function splitLines(received: string): { lines: string[]; rest: string } {
  const parts = received.split(/\r\n|\r|\n/);
  const rest = parts.pop() ?? '';
  return { lines: parts.filter((line) => line.trim() !== ''), rest: rest.slice(-MOST_OF_LINE) };
}

const MOST_OF_LINE = 200;

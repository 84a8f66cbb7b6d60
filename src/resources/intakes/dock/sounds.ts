import { z } from 'zod';
import type { ScanOutcome } from '../../../../domain/intakes/scan';
import { readStored } from '../../../providers/stored';

const KEY = 'verdant.intakes.muted';

export type ScanSound = ScanOutcome | 'REFUSED';

/** Tones in Hz one after the other, told apart by pitch, number and direction. */
const TONES: Readonly<Record<ScanSound, { hz: readonly number[]; ms: number; wave: OscillatorType }>> = {
  EXPECTED: { hz: [1320], ms: 90, wave: 'sine' },
  CONFIRMED: { hz: [660, 660], ms: 80, wave: 'sine' },
  OTHER_INTAKE: { hz: [520, 780, 1040], ms: 80, wave: 'triangle' },
  KNOWN: { hz: [520, 390], ms: 130, wave: 'triangle' },
  UNKNOWN: { hz: [180], ms: 420, wave: 'square' },
  REFUSED: { hz: [180, 180, 180], ms: 120, wave: 'square' },
};

/** Between two tones. */
const PAUSE_MS = 40;

let context: AudioContext | null = null;

export const isMuted = (): boolean => readStored('localStorage', KEY, z.boolean()) ?? false;

/** Mutes the dock’s sounds in this browser, or lets them be heard again. */
export const setMuted = (is: boolean): void => localStorage.setItem(KEY, JSON.stringify(is));

/** Plays what a scan was found to be; nothing where the browser has no sound. */
export function play(sound: ScanSound): void {
  if (isMuted() || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // A browser holds sound back until the page is used.
  if (context.state === 'suspended') void context.resume();
  sounded(context, sound);
}

/** Has a sound begin now. */
export function sounded(on: BaseAudioContext, sound: ScanSound): void {
  const { hz, ms, wave } = TONES[sound];
  const gain = on.createGain();
  gain.gain.value = wave === 'square' ? 0.06 : 0.18;
  gain.connect(on.destination);
  for (const [at, pitch] of hz.entries()) {
    const tone = on.createOscillator();
    tone.type = wave;
    tone.frequency.value = pitch;
    tone.connect(gain);
    const start = on.currentTime + (at * (ms + PAUSE_MS)) / 1000;
    tone.start(start);
    tone.stop(start + ms / 1000);
  }
}

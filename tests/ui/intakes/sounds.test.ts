import { expect, test } from 'vitest';
import { type ScanSound, sounded } from '../../../src/resources/intakes/dock/sounds';

const RATE = 44_100;
const SOUNDS: readonly ScanSound[] = ['EXPECTED', 'CONFIRMED', 'OTHER_INTAKE', 'KNOWN', 'UNKNOWN', 'REFUSED'];

async function rendered(sound: ScanSound): Promise<Float32Array> {
  const on = new OfflineAudioContext(1, RATE, RATE);
  sounded(on, sound);
  return (await on.startRendering()).getChannelData(0);
}

/** A stretch of sound between silences: for how long, and how high. */
type Beep = { ms: number; hz: number };

/** The beeps of a sound: silence is where nothing sounds for 20 ms, height is how often the wave rises through zero. */
function beepsOf(samples: Float32Array): Beep[] {
  const beeps: Beep[] = [];
  let [from, last, rises] = [-1, -1, 0];
  const end = () => {
    const ms = ((last - from) / RATE) * 1000;
    if (from >= 0) beeps.push({ ms: Math.round(ms), hz: Math.round((rises * 1000) / ms) });
    from = -1;
    rises = 0;
  };
  samples.forEach((value, at) => {
    if (Math.abs(value) > 0.001) {
      if (from < 0) from = at;
      last = at;
    }
    if (from >= 0 && value > 0 && (samples[at - 1] ?? 0) <= 0) rises += 1;
    if (from >= 0 && at - last > RATE / 50) end();
  });
  end();
  return beeps;
}

/** What an ear keeps of a sound: how many beeps, whether they rise or fall, about how high and how long. */
const heard = (beeps: readonly Beep[]) => {
  const [first, last] = [beeps[0]?.hz ?? 0, beeps.at(-1)?.hz ?? 0];
  return { count: beeps.length, way: Math.sign(Math.round((last - first) / 50)), hz: first, ms: beeps[0]?.ms ?? 0 };
};

/** A third of an octave, and half as long again: less is missed in a loud hall. */
const differs = (a: number, b: number, by: number) => Math.max(a, b) / Math.min(a, b) > by;

test('each sound of the dock is heard, never distorted, and told from every other', async () => {
  const all = await Promise.all(SOUNDS.map(async (sound) => [sound, await rendered(sound)] as const));
  for (const [sound, samples] of all) {
    const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    expect(loudest, sound).toBeGreaterThan(0.04);
    expect(loudest, sound).toBeLessThan(0.9);
  }
  const ears = all.map(([sound, samples]) => ({ sound, ...heard(beepsOf(samples)) }));
  expect(ears.map(({ sound, count, way }) => [sound, count, way])).toEqual([
    ['EXPECTED', 1, 0],
    ['CONFIRMED', 2, 0],
    ['OTHER_INTAKE', 3, 1],
    ['KNOWN', 2, -1],
    ['UNKNOWN', 1, 0],
    ['REFUSED', 3, 0],
  ]);
  for (const [at, one] of ears.entries())
    for (const other of ears.slice(at + 1)) {
      const isTold =
        one.count !== other.count ||
        one.way !== other.way ||
        differs(one.hz, other.hz, 1.26) ||
        differs(one.ms, other.ms, 1.5);
      expect(isTold, `${one.sound} beside ${other.sound}`).toBe(true);
    }
  // Good news is high, bad news low.
  const hzOf = (sound: ScanSound) => ears.find((one) => one.sound === sound)?.hz ?? 0;
  expect(hzOf('EXPECTED')).toBeGreaterThan(4 * hzOf('UNKNOWN'));
});

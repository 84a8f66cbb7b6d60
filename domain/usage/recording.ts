import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';

/** How long after a screen is there recording starts, in milliseconds. */
export const RECORDING_STARTS_MS = 2_700;

/** How large recordings may be; what is beyond is refused, and the browser stops. */
export const RECORDING_LIMITS = {
  /** Bytes of a chunk as sent, compressed, and as its text. */
  chunk: 160_000,
  chunkText: 6_000_000,
  /** Compressed bytes of a recording. */
  bytes: 3_000_000,
  minutes: 60,
  /** Compressed bytes of a person's recordings of a day. */
  dayBytes: 20_000_000,
} as const;

/** What recording may cost at most: a share of the main thread, and compressed bytes a minute. */
export const RECORDING_COST = { share: 0.02, bytesPerMinute: 50_000, windowMs: 30_000 } as const;

/** How the recorder reads a page, before `masking.ts` decides what of it is stored. */
export const RECORDER_OPTIONS = {
  sampling: { mousemove: 100, scroll: 200, input: 'last' },
  /** Pictures, charts, maps and whatever else isn't text are empty boxes; our own icons are drawn. */
  blockSelector: 'svg:not(.v-icon), img, picture, video, audio, canvas, iframe, object, embed',
  maskAllInputs: true,
  slimDOMOptions: 'all',
  inlineStylesheet: false,
} as const;

/** Why a recording that costs this much has to stop; null if it may go on. */
export function tooCostly(cost: { spentMs: number; ofMs: number; bytes: number }): 'slow' | 'large' | null {
  if (cost.spentMs > RECORDING_COST.share * cost.ofMs) return 'slow';
  return cost.bytes > RECORDING_COST.bytesPerMinute ? 'large' : null;
}

/** Support staff watching a recording. */
const RecordingView = z.strictObject({ at: Instant, by: z.string(), reason: z.string() });

/** A recording, without what it shows. */
export const Recording = z.strictObject({
  id: RowId,
  orgName: z.string(),
  startedAt: Instant,
  endedAt: Instant,
  bytes: z.number().int(),
  /** When it is deleted. */
  expiresAt: Instant,
  views: z.array(RecordingView),
});
export type Recording = z.infer<typeof Recording>;

/** A portion of a recording: its events, compressed, in order. */
export const RecordingChunks = z.strictObject({
  chunks: z.array(z.strictObject({ number: z.number().int(), events: z.string() })),
  /** Asks for the next portion as `from`; null after the last. */
  next: z.number().int().nullable(),
});
export type RecordingChunks = z.infer<typeof RecordingChunks>;

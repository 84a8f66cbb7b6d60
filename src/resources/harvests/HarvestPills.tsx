import {
  HARVEST_STATES,
  type HarvestRow,
  type HarvestState,
  SENT_STATES,
  type SentState,
  WEIGHT_ORIGINS,
  type WeightOrigin,
} from '../../../domain/harvests/harvest';
import { Pill, type PillMark, type PillTone } from '../../ui/Pill';

type Look = { tone: PillTone; mark: PillMark };

const STATE_LOOKS: Record<HarvestState, Look> = {
  ACTIVE: { tone: 'info', mark: 'ring' },
  SUBMITTING: { tone: 'progress', mark: 'half' },
  SUBMITTED: { tone: 'positive', mark: 'check' },
  FINISHED: { tone: 'neutral', mark: 'done' },
};

/** How far a harvest is, and its submission; what was refused is said first. */
export const HarvestPill = ({
  harvest: { state, submission },
}: {
  harvest: Pick<HarvestRow, 'state' | 'submission'>;
}) =>
  submission.refused > 0 ? (
    <Pill tone="negative">{submission.refused} refused</Pill>
  ) : (
    <Pill {...STATE_LOOKS[state]}>
      {state === 'SUBMITTING' ? `${submission.sent} of ${submission.total} sent` : HARVEST_STATES[state].label}
    </Pill>
  );

const ORIGIN_LOOKS: Record<WeightOrigin, Look> = {
  SCALE: { tone: 'positive', mark: 'check' },
  TYPED: { tone: 'neutral', mark: 'ring' },
  DISTRIBUTED: { tone: 'warning', mark: 'alert' },
};

/** Where a weight comes from. */
export const OriginPill = ({ origin }: { origin: WeightOrigin }) => (
  <Pill {...ORIGIN_LOOKS[origin]}>{WEIGHT_ORIGINS[origin].label}</Pill>
);

const SENT_LOOKS: Record<SentState, Look> = {
  DRAFT: { tone: 'neutral', mark: 'dashes' },
  WAITING: { tone: 'progress', mark: 'clock' },
  SENT: { tone: 'positive', mark: 'check' },
  REFUSED: { tone: 'negative', mark: 'cross' },
  UNDONE: { tone: 'neutral', mark: 'slash' },
};

/** How far a plant, package or waste is on its way. */
export const SentPill = ({ state }: { state: SentState }) => (
  <Pill isQuiet {...SENT_LOOKS[state]}>
    {SENT_STATES[state].label}
  </Pill>
);

import { ROADMAP_STATUSES, type RoadmapStatus } from '../../domain/roadmap/entry';
import { Pill, type PillMark, type PillTone } from '../ui/Pill';

const LOOKS: Record<RoadmapStatus, { tone: PillTone; mark: PillMark }> = {
  WAITING: { tone: 'warning', mark: 'clock' },
  IN_PROGRESS: { tone: 'progress', mark: 'half' },
  PLANNED: { tone: 'info', mark: 'quarter' },
  OPEN: { tone: 'neutral', mark: 'ring' },
  SHIPPED: { tone: 'positive', mark: 'done' },
  CLOSED: { tone: 'neutral', mark: 'slash' },
};

export const RoadmapPill = ({ status }: { status: RoadmapStatus }) => (
  <Pill {...LOOKS[status]}>{ROADMAP_STATUSES[status]}</Pill>
);

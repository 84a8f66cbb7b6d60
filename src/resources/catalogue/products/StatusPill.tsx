import { PRODUCT_STATUSES, type ProductStatus } from '../../../../domain/catalogue/vocabulary';
import { Pill, type PillProps } from '../../../ui/Pill';

const LOOKS: Record<ProductStatus, Pick<PillProps, 'tone' | 'mark'>> = {
  AVAILABLE: { tone: 'positive' },
  SAMPLE: { tone: 'info', mark: 'ring' },
  BACKORDER: { tone: 'progress', mark: 'clock' },
  UNAVAILABLE: { tone: 'warning', mark: 'slash' },
  INTERNAL: { tone: 'neutral', mark: 'dashes' },
  ARCHIVED: { tone: 'neutral', mark: 'slash' },
};

/** A product's status. */
export function StatusPill({ status }: { status: ProductStatus }) {
  return <Pill {...LOOKS[status]}>{PRODUCT_STATUSES[status].label}</Pill>;
}

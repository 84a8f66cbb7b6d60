import { type RefObject, useState } from 'react';
import { dayOf } from '../../domain/dates';
import { reportFileName } from '../../domain/reports/export';
import type { ReportType } from '../../domain/reports/report-types';
import { showSnack } from '../providers/snackbar';
import { Button } from '../ui/Button';
import { useOffer } from '../ui/offers';
import { timeZone } from '../ui/reader-dates';
import { saveFile } from '../ui/save-file';

type SaveChartProps = { type: ReportType; chart: RefObject<HTMLElement | null>; isDrawn: boolean };

/** Saves the chart and its totals as a picture, in the colors on screen. */
export function SaveChart({ type, chart, isDrawn }: SaveChartProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (!chart.current || busy) return;
    setBusy(true);
    try {
      const { toBlob } = await import('html-to-image');
      const picture = await toBlob(chart.current, { pixelRatio: 2 });
      if (!picture) throw new Error('The chart drew nothing');
      const name = reportFileName(dayOf(new Date(), timeZone), type, 'png');
      saveFile(name, picture);
      showSnack({ status: 'success', message: `${name} downloaded` });
    } catch {
      showSnack({
        status: 'error',
        message: 'We couldn’t draw the picture.',
        action: { label: 'Try again', run: () => void save() },
      });
    } finally {
      setBusy(false);
    }
  };
  useOffer('Save the chart as a picture', isDrawn ? () => void save() : undefined);
  return (
    <Button icon="download" tone="quiet" disabled={!isDrawn} busy={busy} onClick={() => void save()}>
      Save as PNG
    </Button>
  );
}

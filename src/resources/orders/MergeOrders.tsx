import { useState } from 'react';
import { Button } from '../../ui/Button';
import { later } from '../../ui/later';

const MergeDialog = later(async () => (await import('./entry/MergeDialog')).MergeDialog);

/** Merges the selected orders, in the order of the list. */
export function MergeOrders({ orderIds, clear }: { orderIds: readonly number[]; clear: () => void }) {
  const [asked, ask] = useState<readonly number[] | null>(null);
  return (
    <>
      <Button onClick={() => ask(orderIds)} onPointerEnter={MergeDialog.prefetch}>
        Merge
      </Button>
      {asked && <MergeDialog.Part orderIds={asked} onPreviewed={clear} onClose={() => ask(null)} />}
    </>
  );
}

import { useState } from 'react';
import type { MailedSearch } from '../../domain/reports/mailing';
import { reportMailings } from '../../domain/reports/mailing-contract';
import { useCan } from '../access/useCan';
import { Button } from '../ui/Button';
import { lazyDialog } from '../ui/lazy';
import { useOffer } from '../ui/offers';

const EmailReport = lazyDialog(async () => (await import('./MailingForms')).EmailReport);

/** Has the report on screen emailed on a schedule. */
export function EmailAction({ filters, viewOptions }: MailedSearch) {
  const [isOpen, setOpen] = useState(false);
  const { can } = useCan();
  const run = () => setOpen(true);
  const isAllowed = can(reportMailings.create.requires);
  useOffer('Email this report on a schedule', isAllowed ? run : undefined);
  if (!isAllowed) return null;
  return (
    <>
      <Button icon="clock" onClick={run} onPointerEnter={EmailReport.prefetch} onFocus={EmailReport.prefetch}>
        Email…
      </Button>
      {isOpen && <EmailReport.Part search={{ filters, viewOptions }} onClose={() => setOpen(false)} />}
    </>
  );
}

/** What settles the notification that nobody, or this member, got a scheduled report. */
export const unsentSubject = ({ mailingId, orgUserId }: { mailingId: number; orgUserId: number | null }): string =>
  `mailing:${mailingId}:${orgUserId ?? 'all'}`;

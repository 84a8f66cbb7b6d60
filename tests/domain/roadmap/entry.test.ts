import { describe, expect, it } from 'vitest';
import {
  ageText,
  GIVEN_STATUS_IDS,
  isPublishedBy,
  ROADMAP_STATUS_IDS,
  StatusChange,
  Suggestion,
  whyNoVote,
} from '../../../domain/roadmap/entry';

describe('an entry of the roadmap', () => {
  it('is seen by all members once it has a status, unless it was declined unseen', () => {
    expect(ROADMAP_STATUS_IDS.filter(isPublishedBy)).toEqual(['IN_PROGRESS', 'PLANNED', 'OPEN', 'SHIPPED']);
    expect(GIVEN_STATUS_IDS).not.toContain('WAITING');
  });

  it('takes votes until it ships or is declined', () => {
    const votable = ROADMAP_STATUS_IDS.filter((status) => whyNoVote({ status }) === null);
    expect(votable).toEqual(['IN_PROGRESS', 'PLANNED', 'OPEN']);
  });

  it.each([
    ['2026-03-10T10:00:00Z', 'less than a day'],
    ['2026-03-09T11:59:59Z', '1 day'],
    ['2026-02-26T12:00:00Z', '12 days'],
    ['2026-02-17T12:00:00Z', '3 weeks'],
    ['2025-12-01T12:00:00Z', '3 months'],
    // A clock that is behind the server's.
    ['2026-03-10T12:00:05Z', 'less than a day'],
  ])('since %s says its age as %s', (since, text) => {
    expect(ageText(since, new Date('2026-03-10T12:00:00Z'))).toBe(text);
  });

  it('changes its status only with a note, and is suggested in words', () => {
    const changed = { status: 'PLANNED', version: 0 };
    expect(StatusChange.safeParse({ ...changed, note: '          ' }).success).toBe(false);
    expect(StatusChange.safeParse({ ...changed, note: 'We start in spring.' }).success).toBe(true);
    expect(StatusChange.safeParse({ ...changed, status: 'WAITING', note: 'We start in spring.' }).success).toBe(false);
    expect(Suggestion.safeParse({ title: 'Labels\nplease' }).success).toBe(false);
    expect(Suggestion.parse({ title: ' Print labels ' })).toEqual({ title: 'Print labels', text: '', reason: '' });
  });
});

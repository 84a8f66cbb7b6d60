import { wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { resourceOf } from '../../providers/refine/resource';

/** What both sides changed since they last agreed. */
export const wholesaleConflicts = resourceOf({
  name: 'wholesale-conflicts',
  topics: ['integrations'],
  list: wholesaleDesk.conflicts,
});

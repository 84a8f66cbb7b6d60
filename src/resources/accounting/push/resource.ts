import { bookPushes } from '../../../../domain/accounting/push/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** What the books didn't take. */
export const bookProblems = resourceOf({
  name: 'book-problems',
  topics: ['integrations'],
  list: bookPushes.problems,
});

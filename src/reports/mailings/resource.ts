import { reportMailings as calls } from '../../../domain/reports/mailing-contract';
import { resourceOf } from '../../providers/refine/resource';

/** Order reports and saved searches the person has emailed, and those emailed to them. */
export const reportMailings = resourceOf({
  name: 'report-mailings',
  company: 'seller',
  topics: ['mailings'],
  list: calls.list,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

import { read } from '../../access/ability';
import { get, put } from '../../contract/endpoint';
import { NewsSettings } from './news';

const requires = read('PURCHASE_ORDERS');

/** Which emails about their organization's purchase orders the caller gets. */
export const orderNews = {
  get: get('/buyer-orders/emails', {
    summary: 'Which emails about purchase orders the caller gets',
    returns: NewsSettings,
    requires,
    byKey: false,
  }),
  save: put('/buyer-orders/emails', {
    summary: 'Choose which emails about purchase orders the caller gets',
    body: NewsSettings,
    returns: NewsSettings,
    requires,
    unaudited: 'Which emails somebody gets is theirs, and nothing of the organization changes',
    byKey: false,
  }),
};

import { z } from 'zod';
import { read, write } from '../access/ability';
import { Done, del, get, Id, put } from '../contract/endpoint';
import { OrderTerms, OrderTermsDraft } from './order-terms';

const OfCompany = z.object({ companyId: Id });

/** What a company asks of orders: the least they come to, and when it delivers. */
export const orderTerms = {
  list: get('/companies/:companyId/order-terms', {
    summary: 'A company’s minimum order and delivery days, by service zone',
    params: OfCompany,
    returns: z.array(OrderTerms),
    requires: read('EDIT_ORGANIZATION'),
  }),
  save: put('/companies/:companyId/order-terms', {
    summary: 'Change order terms; the minimum order and delivery days of a company or of one of its service zones',
    params: OfCompany,
    body: OrderTermsDraft,
    returns: z.array(OrderTerms),
    requires: write('EDIT_ORGANIZATION'),
    audit: 'order-terms',
  }),
  remove: del('/companies/:companyId/order-terms/:id', {
    summary: 'Remove order terms; a zone’s own or the company’s',
    params: OfCompany.extend({ id: Id }),
    returns: Done,
    requires: write('EDIT_ORGANIZATION'),
    audit: 'order-terms',
  }),
};

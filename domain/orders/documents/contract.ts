import { z } from 'zod';
import { read } from '../../access/ability';
import { Done, get, Id, IdParams, Instant, pdf, post, put, RowId, search } from '../../contract/endpoint';
import { lineOfText } from '../../text';
import { changesOrders } from '../contract';
import { seesOrders } from '../sees-orders';
import { DOCUMENT_KINDS, MAILED_KINDS, MOST_PRINTED } from './document-kinds';

const OrderIds = z
  .array(Id)
  .min(1, 'Select at least one order')
  .max(MOST_PRINTED, `Select at most ${MOST_PRINTED} orders`);

const MOST_RECIPIENTS = 10;

const isAddress = (text: string) => z.email().safeParse(text).success;

const Recipients = z
  .array(lineOfText().toLowerCase())
  .min(1, 'Enter at least one email address')
  .max(MOST_RECIPIENTS, `At most ${MOST_RECIPIENTS} addresses`)
  .superRefine((addresses, ctx) => {
    const wrong = addresses.find((address) => !isAddress(address));
    if (wrong !== undefined) ctx.addIssue(`“${wrong}” isn’t an email address`);
  });

/** What a customer is sent: documents of one order, with a few words. */
export const MailedInput = z.object({
  kinds: z.array(z.enum(MAILED_KINDS)).min(1, 'Choose at least one document'),
  recipients: Recipients,
  subject: lineOfText().min(1, 'Enter a subject').max(200, 'Must be 200 characters or fewer'),
  message: z.string().max(4000, 'Must be 4,000 characters or fewer').default(''),
});

/** A mail to a customer, with the documents as they were then. */
const OrderMail = z.strictObject({
  id: RowId,
  kinds: z.array(z.enum(MAILED_KINDS)),
  recipients: z.array(z.string()),
  subject: z.string(),
  message: z.string(),
  by: z.string(),
  created: Instant,
  /** Whether the documents can still be opened; they are kept for some years. */
  isKept: z.boolean(),
  /** Null until the mail server took it for everyone. */
  sentAt: Instant.nullable(),
  /** Those it isn't sent to, in the order of `recipients`. */
  unsent: z.array(
    z.strictObject({
      email: z.string(),
      /** Why the last try failed, and whether it is tried again; null while nothing is wrong. */
      problem: z.string().nullable(),
      /** It isn't tried again, but can be sent again from the organization's unsent emails. */
      isGivenUp: z.boolean(),
    }),
  ),
});
export type OrderMail = z.infer<typeof OrderMail>;

const MailedParams = IdParams.extend({ mailId: Id, kind: z.enum(MAILED_KINDS) });

/** Orders on paper: printed, and mailed to their customers. */
export const orderDocuments = {
  print: search('/order-documents', {
    summary: 'Print sales orders: invoices, packing slips, or one pick list of all of them',
    body: z.object({ kind: z.enum(DOCUMENT_KINDS), orderIds: OrderIds }),
    ...pdf,
    refuses: ['NOT_FOUND'],
    requires: seesOrders,
  }),
  markPrinted: put('/order-prints', {
    summary: 'Mark orders as printed; or as not printed',
    body: z.object({ orderIds: OrderIds, printed: z.boolean() }),
    returns: Done,
    refuses: ['NOT_FOUND'],
    requires: changesOrders,
    audit: 'order',
  }),
  mailed: get('/seller/orders/:id/documents', {
    summary: 'Documents mailed to a sales order’s customer, newest first',
    params: IdParams,
    returns: z.array(OrderMail),
    requires: seesOrders,
  }),
  mail: post('/seller/orders/:id/documents', {
    summary: 'Email an order’s documents',
    params: IdParams,
    body: MailedInput,
    returns: OrderMail,
    requires: changesOrders,
    audit: 'order',
    idempotent: true,
  }),
  mailedFile: get('/seller/orders/:id/documents/:mailId/:kind', {
    summary: 'A document as it was mailed',
    params: MailedParams,
    ...pdf,
    requires: seesOrders,
  }),
  purchaseInvoice: get('/buyer-orders/:orderId/invoice', {
    summary: 'The invoice of a purchase order',
    params: z.object({ orderId: Id }),
    ...pdf,
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
};

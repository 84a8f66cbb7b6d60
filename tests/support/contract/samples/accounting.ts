import type { World } from '../world';
import type { Extras, Samples } from './sample';

const company = (w: World) => ({ companyId: w.seller.company.id });
const externalCompanyId = (w: World) => w.books.realm;

/** Valid calls about a company's books. */
export const accountingSamples = {
  accounting: {
    connect: { as: 'seller', input: (w) => ({ params: company(w), query: { systemType: 'quickbooks' } }) },
    authorized: {
      as: 'seller',
      input: (w) => ({
        params: company(w),
        body: { state: 'never-issued', code: 'never-issued', externalCompanyId: externalCompanyId(w) },
      }),
      notCalled: 'a code comes from the accounting service’s page, which its own tests walk through',
    },
    get: { as: 'seller', input: (w) => ({ params: company(w) }) },
    disconnect: {
      as: 'seller',
      input: (w) => ({ params: { companyId: w.otherBooks.companyId, id: w.otherBooks.connectionId } }),
    },
    itemAccounts: {
      as: 'seller',
      input: (w) => ({ params: company(w), query: { externalCompanyId: externalCompanyId(w) } }),
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: company(w),
        body: {
          externalCompanyId: externalCompanyId(w),
          defaultItemExpenseAccountId: null,
          defaultIncomeAccountId: null,
          defaultOrderDiscountAccountId: null,
          pushesFrom: 'SHIPPED',
        },
      }),
    },
    remoteItems: { as: 'seller', input: (w) => ({ params: company(w), query: { search: 'serv' } }) },
    remoteCustomers: { as: 'seller', input: (w) => ({ params: company(w), query: {} }) },
  },
} satisfies Partial<Samples>;

const ACCOUNT = 'an account is looked up in the company’s own books, where ids are no secret';

/** More valid calls about a company's books, and the ids that anybody may name. */
export const accountingExtras = {
  accounting: {
    update: {
      calls: [
        (w: World) => ({
          params: company(w),
          body: {
            externalCompanyId: externalCompanyId(w),
            defaultIncomeAccountId: '1',
            defaultItemExpenseAccountId: '4',
            defaultOrderDiscountAccountId: '3',
          },
        }),
      ],
      common: {
        'body.defaultIncomeAccountId': ACCOUNT,
        'body.defaultItemExpenseAccountId': ACCOUNT,
        'body.defaultOrderDiscountAccountId': ACCOUNT,
      },
    },
  },
} satisfies Extras;

import type { World } from '../world';
import type { Samples } from './sample';

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
        body: { state: 'never issued', code: 'never issued', externalCompanyId: externalCompanyId(w) },
      }),
      notCalled: 'a code comes from the accounting service’s page, which its own tests walk through',
    },
    get: { as: 'seller', input: (w) => ({ params: company(w) }) },
    disconnect: { as: 'seller', input: (w) => ({ params: { ...company(w), id: w.books.connectionId } }) },
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

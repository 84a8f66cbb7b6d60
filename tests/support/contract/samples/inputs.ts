import type { World } from '../world';

export const org = ({ seller }: World) => ({ orgId: seller.org.id });
export const selling = ({ seller }: World) => ({ orgId: seller.org.id, companyId: seller.company.id });
export const buying = ({ buyer }: World) => ({ orgId: buyer.org.id, companyId: buyer.buyerCompany.id });
export const nothing = () => ({});
/** Why a category is no id of an organization. */
export const CATEGORY = 'categories are the same for everybody';

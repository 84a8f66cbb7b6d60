import type { World } from '../contract-world';

export const org = ({ seller }: World) => ({ orgId: seller.org.id });
export const nothing = () => ({});

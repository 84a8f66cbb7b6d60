import type { BuyerCompany } from '../../../../domain/organization/organization';

export const BUYER_COMPANIES = '/account/manage/buyer-companies';

/** What people call a buyer company: the name it does business under, else its legal one. */
export const nameOf = ({ dba, businessLicenseName }: BuyerCompany): string => dba || businessLicenseName;

import type { BuyerCompany } from '../../../../domain/organization/organization';

export const BUYER_COMPANIES = '/account/manage/buyer-companies';

/** The documented messages of a buyer company's writes. */
export const SAID = {
  success: 'Buyer company updated successfully',
  failure: 'Failed to update buyer company',
} as const;

/** What people call a buyer company: the name it does business under, else its legal one. */
export const nameOf = ({ dba, businessLicenseName }: BuyerCompany): string => dba || businessLicenseName;

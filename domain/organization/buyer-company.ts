import { z } from 'zod';
import { Id, Version } from '../contract/endpoint';
import { counted, lineOfText } from '../text';
import { BuyerCompany } from './organization';

const name = lineOfText().max(120, 'Must be 120 characters or fewer');

/** A buyer company with the licenses the reader may buy for. */
export const BuyerCompanyRecord = BuyerCompany.extend({ version: Version });
export type BuyerCompanyRecord = z.infer<typeof BuyerCompanyRecord>;

const fields = {
  businessLicenseName: name.min(1, 'Legal name is required'),
  dba: name.nullable().default(null),
  licenseIds: z.array(Id).min(1, 'Choose at least one license').max(500, 'At most 500 licenses'),
};

export const BuyerCompanyDraft = z.object({ orgId: Id, ...fields });
export type BuyerCompanyDraft = z.infer<typeof BuyerCompanyDraft>;

/** All of a buyer company's fields. Licenses the caller can't see stay as they are. */
export const BuyerCompanyEdit = z.object({ ...fields, version: Version });

/** What keeps a license on a buyer company, as a sentence that says what to do. */
type Uses = { carts: number; orders: number; bids?: number };

export function whyLicenseStays(license: string, { carts, orders, bids = 0 }: Uses): string | null {
  if (carts > 0)
    return `${license} has items in ${carts === 1 ? 'a cart' : counted(carts, 'cart')}. Empty the cart first.`;
  if (orders + bids === 0) return null;
  return `${license} has ${orders > 0 ? 'orders' : 'bids on offers'}, so it stays here. To stop people from buying for it, change what they’re assigned under Team.`;
}

import { licenseDisplayName } from '../../../../domain/access/vocabulary';
import type { FieldSpec } from '../../../kit/form/fields';
import { useSession } from '../../../providers/session';

export type BuyerValues = { businessLicenseName: string; dba: string; licenseIds: number[] };

/** The fields of a buyer company, with the organization's licenses to choose from. */
export function useBuyerFields(): FieldSpec<BuyerValues>[] {
  const licenses = useSession().organization?.licenses;
  return [
    {
      name: 'businessLicenseName',
      label: 'Legal name',
      required: true,
      maxLength: 120,
      hint: 'As on its business license.',
    },
    { name: 'dba', label: 'Doing business as', maxLength: 120 },
    {
      name: 'licenseIds',
      label: 'Licenses',
      control: 'multi',
      required: true,
      options: licenses?.map((license) => ({
        value: license.id,
        label: `${licenseDisplayName(license)} (${license.name})`,
      })),
      hint: 'It fills carts and places orders for these.',
    },
  ];
}

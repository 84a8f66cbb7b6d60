import type { Known, KnownCustomer } from '../../../domain/customers/judge-import';

/** A customer with a license and an email. */
export const cedar: KnownCustomer = {
  id: 1,
  version: 3,
  licenseId: 10,
  name: 'Cedar',
  phone: '',
  email: 'cedar@example.com',
  address: '1 Oak Street',
  deliveryPreferences: '',
  notes: 'Old',
  delinquent: false,
  customerStatusId: 5,
  serviceZoneId: null,
  managerIds: [7, 9],
  paymentTermsDays: 30,
  creditLimitUsd: '100.00',
};

/** A customer with neither. */
export const birch: KnownCustomer = {
  ...cedar,
  id: 2,
  licenseId: null,
  name: 'Birch',
  email: '',
  creditLimitUsd: null,
};

/** What an import of customers is judged by: these, their licenses and who may be named. */
export const known: Known = {
  usState: 'CA',
  customers: [
    cedar,
    birch,
    { ...birch, id: 3, name: 'Twin' },
    { ...birch, id: 4, name: 'Twin' },
    { ...birch, id: 5, name: 'Ann’s Café' },
  ],
  licenses: [
    { id: 10, licenseNumber: 'C11-0000001-LIC', name: 'Cedar LLC' },
    { id: 11, licenseNumber: 'C11-0000002-LIC', name: 'Fir LLC' },
    { id: 12, licenseNumber: 'C11-0000003-LIC', name: 'Fir LLC' },
  ],
  statuses: [
    { id: 5, name: 'Active' },
    { id: 6, name: 'Key account' },
  ],
  zones: [{ id: 8, name: 'North' }],
  people: [
    { id: 7, name: 'rep@example.com' },
    { id: 9, name: 'boss@example.com' },
  ],
  mayChangeCredit: true,
};

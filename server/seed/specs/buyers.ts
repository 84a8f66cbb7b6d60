import type { LicenseSpec } from './sellers';

export type BuyerSpec = {
  key: string;
  name: string;
  defaultState: string;
  founder: string;
  companies: readonly {
    name: string;
    dba: string | null;
    licenses: readonly (LicenseSpec & { state: string; store: string })[];
  }[];
};

const retail = { type: 'RETAILER' } as const;

/** Three buyers with several licenses each, in the sellers' states. */
export const BUYERS: readonly BuyerSpec[] = [
  {
    key: 'harborvine',
    name: 'Harbor & Vine',
    defaultState: 'CA',
    founder: 'Elena Ortiz',
    companies: [
      {
        name: 'Harbor & Vine Dispensaries LLC',
        dba: 'Harbor & Vine',
        licenses: [
          {
            ...retail,
            number: 'C10-0000412-LIC',
            state: 'CA',
            store: 'Harbor & Vine Oakland',
            street: '415 Webster Street',
            city: 'Oakland',
            zip: '94607',
            area: '510',
          },
          {
            ...retail,
            number: 'C10-0000413-LIC',
            state: 'CA',
            store: 'Harbor & Vine Santa Cruz',
            street: '1204 Soquel Avenue',
            city: 'Santa Cruz',
            zip: '95062',
            area: '831',
          },
          {
            ...retail,
            number: 'C10-0000871-LIC',
            state: 'CA',
            store: 'Harbor & Vine Ventura',
            street: '77 South Oak Street',
            city: 'Ventura',
            zip: '93001',
            area: '805',
          },
          {
            ...retail,
            number: '402R-00417',
            state: 'CO',
            store: 'Harbor & Vine Boulder',
            street: '1935 Pearl Street',
            city: 'Boulder',
            zip: '80302',
            area: '303',
          },
        ],
      },
    ],
  },
  {
    key: 'juniper',
    name: 'Juniper Street Collective',
    defaultState: 'OR',
    founder: 'Samuel Okafor',
    companies: [
      {
        name: 'Juniper Street Collective',
        dba: null,
        licenses: [
          {
            ...retail,
            number: '050 10023341805',
            state: 'OR',
            store: 'Juniper Street Portland',
            street: '3112 SE Division Street',
            city: 'Portland',
            zip: '97202',
            area: '503',
          },
          {
            ...retail,
            number: '050 10023341912',
            state: 'OR',
            store: 'Juniper Street Bend',
            street: '640 NW Wall Street',
            city: 'Bend',
            zip: '97703',
            area: '541',
          },
          {
            ...retail,
            number: 'C10-0001190-LIC',
            state: 'CA',
            store: 'Juniper Street Arcata',
            street: '960 H Street',
            city: 'Arcata',
            zip: '95521',
            area: '707',
          },
        ],
      },
    ],
  },
  {
    key: 'copperline',
    name: 'Copperline Provisions',
    defaultState: 'MI',
    founder: 'Denise Hartley',
    companies: [
      {
        name: 'Copperline Provisions Inc.',
        dba: 'Copperline',
        licenses: [
          {
            ...retail,
            number: 'AU-R-000274',
            state: 'MI',
            store: 'Copperline Ann Arbor',
            street: '228 West Liberty Street',
            city: 'Ann Arbor',
            zip: '48104',
            area: '734',
          },
          {
            ...retail,
            number: 'AU-R-000391',
            state: 'MI',
            store: 'Copperline Marquette',
            street: '119 West Washington Street',
            city: 'Marquette',
            zip: '49855',
            area: '906',
          },
        ],
      },
      {
        name: 'Copperline West LLC',
        dba: 'Copperline West',
        licenses: [
          {
            ...retail,
            number: '402R-00533',
            state: 'CO',
            store: 'Copperline Fort Collins',
            street: '200 Linden Street',
            city: 'Fort Collins',
            zip: '80524',
            area: '970',
          },
          {
            ...retail,
            number: '402R-00671',
            state: 'CO',
            store: 'Copperline Salida',
            street: '148 F Street',
            city: 'Salida',
            zip: '81201',
            area: '719',
          },
        ],
      },
    ],
  },
];

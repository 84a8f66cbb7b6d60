import { afterEach, describe, expect, test, vi } from 'vitest';
import { openHttpClient } from '../../../server/http-client';
import type { Reach } from '../../../server/integrations/tracking/tracking-calls';
import { trackingLabsOverHttp } from '../../../server/integrations/tracking/tracking-labs';
import { trackingPackagesOverHttp } from '../../../server/integrations/tracking/tracking-packages';
import { trackingTransfersOverHttp } from '../../../server/integrations/tracking/tracking-transfers';
import { openLog } from '../../../server/log';

const at = { usState: 'CA', licenseNumber: 'C11-0000001-LIC', userKey: 'somebody’s' };
const TAG = '1A4060300002199000003445';

const system = openHttpClient({ name: 'tracking system', log: openLog('info', { write: () => {} }) });
const reach: Reach = () => ({ system, base: 'http://tracking.example', headers: {}, pace: async () => {} });

/** Has the tracking system answer each address that contains a text so. */
const answer = (byPath: Record<string, unknown>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    const [, body] = Object.entries(byPath).find(([path]) => String(input).includes(path)) ?? [];
    return Response.json(body ?? []);
  });
afterEach(() => void vi.restoreAllMocks());

describe('a finding of a lab', () => {
  const usual = {
    LabFacilityName: 'Pine Lab',
    LabFacilityLicenseNumber: 'C8-0000012-LIC',
    SourcePackageLabel: TAG,
    TestPerformedDate: '2026-11-02',
    OverallPassed: true,
    ResultReleased: true,
    RevokedDate: null,
    TestTypeName: 'Total THC (%)',
    TestPassed: true,
    TestResultLevel: 21.4,
    TestComment: '',
    TestInformationalOnly: false,
    LabTestResultDocumentFileId: 12,
  };
  const found = async (odd: object) => {
    answer({ '/labtests/v2/results': [{ ...usual, ...odd }] });
    return trackingLabsOverHttp(reach).labFindings(at, 7);
  };

  test.each<[string, object, object]>([
    ['as usual', {}, { labName: 'Pine Lab', performed: '2026-11-02', passed: true, level: '21.4', documentId: 12 }],
    ['with a time after its day', { TestPerformedDate: '2026-11-02T23:30:00-08:00' }, { performed: '2026-11-02' }],
    ['with a level as text', { TestResultLevel: ' 21.40 ' }, { level: '21.4', comment: '' }],
    [
      'with words in place of a level',
      { TestResultLevel: 'ND', TestComment: 'Low' },
      { level: null, comment: 'ND, Low' },
    ],
    ['with a level in many decimals', { TestResultLevel: 0.1234567891 }, { level: '0.123456' }],
    ['with a level nobody has', { TestResultLevel: 1e30 }, { level: null, comment: '1e+30' }],
    ['with a level that is neither', { TestResultLevel: { of: 3 } }, { level: null, comment: '' }],
    ['without a level', { TestResultLevel: undefined }, { level: null }],
    ['with yes and no as text', { TestPassed: 'True', OverallPassed: 'false' }, { passed: true, passedAll: false }],
    [
      'that says nothing of having passed',
      { TestPassed: null, OverallPassed: undefined },
      { passed: false, passedAll: false },
    ],
    ['without names', { LabFacilityName: null, SourcePackageLabel: ' ' }, { labName: '', sourceLabel: '' }],
    ['with numbers for names', { LabFacilityName: 7, TestComment: 0 }, { labName: '', comment: '' }],
    ['with an empty day of revocation', { RevokedDate: '' }, { isRevoked: false }],
    ['that was revoked', { RevokedDate: '2026-11-09' }, { isRevoked: true }],
    ['with the certificate 0', { LabTestResultDocumentFileId: 0 }, { documentId: null }],
    ['with a certificate as text', { LabTestResultDocumentFileId: '12' }, { documentId: 12 }],
    ['with a certificate that is none', { LabTestResultDocumentFileId: 'none' }, { documentId: null }],
  ])('%s is read', async (_how, odd, read) => {
    expect(await found(odd)).toEqual([expect.objectContaining(read)]);
  });

  test.each<[string, object]>([
    ['that is held back', { ResultReleased: false }],
    ['of which it isn’t said that it may be told', { ResultReleased: undefined }],
    ['of no day', { TestPerformedDate: '' }],
    ['of the year 1', { TestPerformedDate: '0001-01-01' }],
    ['of a day that isn’t', { TestPerformedDate: '2026-02-30' }],
  ])('%s is left out', async (_how, odd) => {
    expect(await found(odd)).toEqual([]);
  });
});

describe('a package of a delivery', () => {
  const usual = {
    PackageId: 4,
    PackageLabel: TAG,
    ProductName: 'Gelato',
    ShippedQuantity: 12.5,
    ShippedUnitOfMeasureName: 'Grams',
    ShipmentPackageState: 'Accepted',
  };
  const delivered = async (packages: readonly unknown[], delivery: object = {}) => {
    const Id = 31;
    answer({
      '/transfers/v2/9/deliveries': [
        { Id, RecipientFacilityName: 'Corner Leaf', RecipientFacilityLicenseNumber: 'C9', ...delivery },
      ],
      '/transfers/v2/deliveries/31/packages': packages,
    });
    return trackingTransfersOverHttp(reach).deliveriesOf(at, { id: 9, deliveryId: null });
  };

  test.each<[string, object, object]>([
    [
      'as usual',
      {},
      { packageId: 4, label: TAG, itemName: 'Gelato', quantity: '12.5', unitOfMeasure: 'g', state: 'ACCEPTED' },
    ],
    ['without a number', { PackageId: null }, { packageId: null, label: TAG }],
    ['with its number as text', { PackageId: '4' }, { packageId: 4 }],
    ['with blanks', { PackageLabel: ` ${TAG} `, ProductName: ' Gelato ' }, { label: TAG, itemName: 'Gelato' }],
    ['with a number for a name', { ProductName: 420 }, { itemName: '' }],
    ['with a quantity as text', { ShippedQuantity: '3.0000004' }, { quantity: '3' }],
    ['without a quantity', { ShippedQuantity: null }, { quantity: '0' }],
    ['in a unit we don’t know', { ShippedUnitOfMeasureName: ' Bushels ' }, { unitOfMeasure: 'Bushels' }],
    ['without a unit', { ShippedUnitOfMeasureName: null }, { unitOfMeasure: '' }],
    ['with a state in another case', { ShipmentPackageState: ' RETURNED' }, { state: 'RETURNED' }],
    ['with a state we don’t know', { ShipmentPackageState: 'OnTheRoad' }, { state: 'SHIPPED' }],
    ['with a state that is no text', { ShipmentPackageState: 3 }, { state: 'SHIPPED' }],
  ])('%s is read', async (_how, odd, read) => {
    expect(await delivered([{ ...usual, ...odd }])).toMatchObject([{ packages: [read] }]);
  });

  test.each<[string, unknown]>([
    ['without a tag', { ...usual, PackageLabel: ' ' }],
    ['with a number for a tag', { ...usual, PackageLabel: 7 }],
    ['that is nothing', null],
  ])('%s is left out, and the others are read', async (_how, odd) => {
    expect(await delivered([odd, usual])).toMatchObject([{ packages: [{ label: TAG }] }]);
  });

  test('goes to nobody known where the recipient isn’t text', async () => {
    const odd = { RecipientFacilityName: 7, RecipientFacilityLicenseNumber: ' ' };
    expect(await delivered([usual], odd)).toMatchObject([{ recipientName: null, recipientLicense: null }]);
  });

  test('isn’t asked for without the number of its delivery', async () => {
    await expect(delivered([usual], { Id: null })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('a package that is looked for before it is written about', () => {
  const usual = {
    Id: 4,
    Quantity: 12.5,
    UnitOfMeasureName: 'Grams',
    SourcePackageLabels: '',
    LocationName: 'Vault',
    FinishedDate: null,
  };
  const there = {
    id: 4,
    quantity: '12.5',
    unit: 'g',
    sources: [],
    harvests: [],
    locationName: 'Vault',
    isFinished: false,
    isArchived: false,
  };

  test.each<[string, object, object]>([
    ['as usual', {}, {}],
    ['finished in the year 1 isn’t finished', { FinishedDate: '0001-01-01T00:00:00+00:00' }, {}],
    ['finished on an empty day isn’t either', { FinishedDate: '' }, {}],
    ['finished on a day is', { FinishedDate: '2026-11-20' }, { isFinished: true }],
    ['discontinued on a day', { ArchivedDate: '2026-11-20' }, { isArchived: true }],
    ['with its number as text', { Id: '4' }, {}],
    ['without a number', { Id: null }, { id: null }],
    ['with a quantity as text', { Quantity: '12.5000000004' }, {}],
    ['in a unit we don’t know', { UnitOfMeasureName: 'Bushels' }, { unit: null }],
    ['made of several', { SourcePackageLabels: `${TAG} ,B,` }, { sources: [TAG, 'B'] }],
    ['with a number for a location', { LocationName: 4, SourcePackageLabels: 7 }, { locationName: null }],
  ])('%s', async (_how, odd, read) => {
    answer({ [`/packages/v2/${TAG}`]: { ...usual, ...odd } });
    expect(await trackingPackagesOverHttp(reach).packageAt(at, TAG)).toEqual({ ...there, ...read });
  });
});

import { describe, expect, it } from 'vitest';
import {
  analyteOf,
  contradictionOf,
  freshnessOf,
  hasLabResults,
  type LabFinding,
  type LabReport,
  summaryOf,
} from '../../../domain/inventory/lab-result';

const finding = (values: Partial<LabFinding> = {}): LabFinding => ({
  name: 'Total THC',
  group: 'CANNABINOIDS',
  level: '24.31',
  unit: '%',
  passed: true,
  isInformational: false,
  comment: '',
  ...values,
});
const lead = finding({ name: 'Lead', group: 'METALS', level: '0.1', unit: 'ppm' });
const report = (values: Partial<LabReport> = {}): LabReport => ({
  labName: 'Clearwater Analytics',
  labLicense: 'C8-0000064-LIC',
  performed: '2026-01-10',
  expires: '2027-01-10',
  passed: true,
  isRevoked: false,
  sourceLabel: '1A4060300002199000003445',
  findings: [finding(), lead],
  documentId: 7,
  ...values,
});

describe('a lab’s findings', () => {
  it('are told apart by the words of the tracking system', () => {
    expect(analyteOf('Total THC (%) Buds')).toEqual({ name: 'Total THC', unit: '%', group: 'CANNABINOIDS' });
    expect(analyteOf('Pesticides - Abamectin (ppm)')).toEqual({ name: 'Abamectin', unit: 'ppm', group: 'PESTICIDES' });
    expect(analyteOf('Heavy Metals - Lead (ppm)')).toEqual({ name: 'Lead', unit: 'ppm', group: 'METALS' });
    expect(analyteOf('Foreign Matter')).toEqual({ name: 'Foreign Matter', unit: '', group: 'FOREIGN' });
    expect(analyteOf('Something new')).toEqual({ name: 'Something new', unit: '', group: 'OTHER' });
  });

  it('are looked at in every state but before testing and where none is needed', () => {
    expect(
      ['NotSubmitted', 'SubmittedForTesting', 'NotRequired'].map((state) => hasLabResults(state as never)),
    ).toEqual([false, false, false]);
    expect(hasLabResults('TestingInProgress')).toBe(true);
  });

  it('count for a year, and are said to expire in its last month', () => {
    expect(freshnessOf(report(), '2026-12-11')).toBe('FRESH');
    expect(freshnessOf(report(), '2026-12-12')).toBe('EXPIRING');
    expect(freshnessOf(report(), '2027-01-10')).toBe('EXPIRING');
    expect(freshnessOf(report(), '2027-01-11')).toBe('EXPIRED');
  });

  it('are held against the package’s state, newest first, without what a lab took back', () => {
    const failed = report({ passed: false, findings: [finding(), { ...lead, passed: false }] });
    expect(contradictionOf('TestPassed', [report()])).toBeNull();
    expect(contradictionOf('TestPassed', [failed, report()])).toBe(
      'The state is “Test passed”, but the newest lab report failed.',
    );
    expect(contradictionOf('TestFailed', [report({ isRevoked: true }), failed])).toBeNull();
    expect(contradictionOf('TestFailed', [report()])).toContain('but the newest lab report passed');
    expect(contradictionOf('TestPassed', [])).toBe('The state is “Test passed”, but there is no valid lab report.');
    expect(contradictionOf('ProcessValidated', [])).toBeNull();
    expect(contradictionOf('TestPassed', [report({ findings: [{ ...lead, passed: false }] })])).toBe(
      'The lab calls the test passed, but Lead failed.',
    );
    const informational = { ...lead, passed: false, isInformational: true };
    expect(contradictionOf('TestPassed', [report({ findings: [informational] })])).toBeNull();
  });

  it('are shown to buyers in short, and only of a report that stands', () => {
    expect(summaryOf(report())).toEqual({
      labName: 'Clearwater Analytics',
      performed: '2026-01-10',
      expires: '2027-01-10',
      potency: [{ name: 'Total THC', level: '24.31', unit: '%' }],
      passed: ['Heavy metals'],
    });
    expect(summaryOf(report({ passed: false }))).toBeNull();
    expect(summaryOf(report({ isRevoked: true }))).toBeNull();
    expect(summaryOf(report({ findings: [{ ...lead, passed: false }] }))).toBeNull();
  });
});

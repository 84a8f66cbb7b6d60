import type { World } from '../world';
import type { Extras, Samples } from './sample';

const draft = (w: World) => ({ params: { id: w.registers.draftId } });

/** Valid calls of support staff who import states' registers. */
export const registerSamples = {
  registerImports: {
    list: { as: 'support', input: () => ({ query: {} }), shared: true },
    get: { as: 'support', input: draft, shared: true },
    begin: {
      as: 'support',
      input: () => ({
        body: {
          usState: 'VT',
          fileName: 'vermont.xlsx',
          asOf: '2026-11-01',
          columns: { licenseNumber: 'License', name: 'Business', postalCode: 'Zip' },
          rows: 120,
        },
      }),
      shared: true,
    },
    addRows: {
      as: 'support',
      input: (w) => ({
        params: { id: w.registers.begunId },
        body: { portion: 1, rows: [{ row: 2, licenseNumber: 'SCLT0007', name: 'Maple Ridge', postalCode: '05401' }] },
      }),
      shared: true,
    },
    rows: { as: 'support', input: (w) => ({ ...draft(w), body: { change: 'ADDED' } }), shared: true },
    apply: {
      as: 'support',
      input: (w) => ({ ...draft(w), body: { counts: { added: 1, changed: 0, gone: 0, unchanged: 0, leftOut: 0 } } }),
      shared: true,
    },
    undo: { as: 'support', input: (w) => ({ params: { id: w.registers.appliedId } }), shared: true },
    discard: { as: 'support', input: (w) => ({ params: { id: w.registers.begunId } }), shared: true },
  },
} satisfies Partial<Samples>;

export const registerExtras: Extras = {
  registerImports: {
    begin: {
      common: {
        'body.columns.licenseNumber': 'a heading of a file',
        'body.columns.postalCode': 'a heading of a file',
      },
    },
    addRows: {
      common: {
        'body.rows[].licenseNumber': 'a register lists every license of its state',
        'body.rows[].postalCode': 'a ZIP code is no record',
      },
    },
  },
};

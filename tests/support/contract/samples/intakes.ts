import type { World } from '../world';
import type { Extras, Samples } from './sample';

const ofIntake = (w: World) => ({ licenseId: w.seller.license.id, intakeId: w.intakeId });
const ofPackage = (w: World, one: keyof World['intakeLabels']) => ({ ...ofIntake(w), label: w.intakeLabels[one] });

/** Valid calls about incoming deliveries. */
export const intakeSamples = {
  intakes: {
    list: {
      as: 'seller',
      input: (w) => ({ params: { licenseId: w.seller.license.id }, query: { inNetwork: false } }),
    },
    findAny: {
      as: 'seller',
      input: (w) => ({ params: { licenseId: w.seller.license.id, label: w.intakeLabels.toSet } }),
    },
    get: { as: 'seller', input: (w) => ({ params: ofIntake(w) }) },
    find: { as: 'seller', input: (w) => ({ params: ofPackage(w, 'toSet') }) },
    findUnit: { as: 'seller', input: (w) => ({ params: { ...ofIntake(w), code: '3W5E11264SGPN' } }) },
    orders: { as: 'seller', input: (w) => ({ params: ofIntake(w) }) },
    confirm: {
      as: 'seller',
      input: (w) => ({ params: ofIntake(w), body: { labels: [w.intakeLabels.toConfirm] } }),
    },
    setPackage: {
      as: 'seller',
      input: (w) => ({
        params: ofPackage(w, 'toSet'),
        body: { confirmed: false, notes: 'Torn wrapping', markNotFound: false },
      }),
    },
    removePackage: { as: 'seller', input: (w) => ({ params: ofPackage(w, 'stray') }) },
    setBlind: { as: 'seller', input: (w) => ({ params: ofIntake(w), body: { isBlind: true } }) },
    count: { as: 'seller', input: (w) => ({ params: ofPackage(w, 'toCount'), body: { quantity: '24' } }) },
    settle: {
      as: 'seller',
      input: (w) => ({ params: ofPackage(w, 'counted'), body: { quantity: '24', why: 'Counted again together' } }),
    },
    overrule: {
      as: 'seller',
      input: (w) => ({
        params: ofIntake(w),
        body: { labels: [w.intakeLabels.untested], why: 'The certificate came on paper' },
      }),
    },
  },
} satisfies Partial<Samples>;

const SCANNED = { 'params.label': 'a tag may be scanned that no manifest has' };

export const intakeExtras: Extras = {
  intakes: {
    findAny: { common: SCANNED },
    find: { common: SCANNED },
    findUnit: { common: { 'params.code': 'any unit’s code may be scanned' } },
    setPackage: { common: SCANNED },
  },
};

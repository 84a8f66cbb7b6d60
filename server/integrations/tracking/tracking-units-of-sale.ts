import { z } from 'zod';
import { WHOLE_TAG } from '../../../domain/inventory/packages/scanned-tag';
import { isRefusal } from './refusals';
import { type LicenseAccess, type Reach, trackingCalls } from './tracking-calls';

export interface TrackingUnitsOfSale {
  /** The tags of the packages a single unit is of, by the code of its QR code; none if it isn’t known. Raises KeyRefused and UNAVAILABLE. */
  packagesOfUnit(at: LicenseAccess, code: string): Promise<string[]>;
}

const Tags = z.array(z.unknown()).nullish().catch(null);
/** Which of these names the package isn’t documented: what isn’t a tag is left out. */
const Received = z.object({ ChildTag: z.unknown(), LabelSource: z.unknown(), SiblingTags: Tags });

const isTag = (value: unknown): value is string => typeof value === 'string' && WHOLE_TAG.test(value);

/** The codes of single units over HTTP. */
export function trackingUnitsOfSaleOverHttp(reach: Reach): TrackingUnitsOfSale {
  const { send } = trackingCalls(reach);
  return {
    async packagesOfUnit(at, code) {
      const path = `/retailid/v2/receive/qr/${encodeURIComponent(code)}`;
      const { system, response } = await send(at, { what: 'unit code', path });
      if (isRefusal(response.status)) {
        await response.body?.cancel();
        return [];
      }
      if (!response.ok) throw system.unavailable(`it answered ${response.status}`);
      const { ChildTag, LabelSource, SiblingTags } = await system.read(response, Received);
      const own = [ChildTag, LabelSource].filter(isTag);
      return [...new Set(own.length > 0 ? own : (SiblingTags ?? []).filter(isTag))];
    },
  };
}

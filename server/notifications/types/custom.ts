import type { CustomAbout, CustomPayload } from '../../../domain/notifications/custom';
import { apiKeysShown, apiKeysTold } from './api-keys';
import { approvalsShown, approvalsTold } from './approvals';
import { chatShown, chatTold } from './chat';
import { chatExportsShown, chatExportsTold } from './chat-exports';
import { claimsShown, claimsTold } from './claims';
import { dealsShown, dealsTold } from './deals';
import { followsShown, followsTold } from './follows';
import { harvestsShown, harvestsTold } from './harvests';
import { intakesShown, intakesTold } from './intakes';
import { inventoryCustomShown, inventoryCustomTold } from './inventory';
import { licensesShown, licensesTold } from './licenses';
import { purchasesShown, purchasesTold } from './purchases';
import { reportsShown, reportsTold } from './reports';
import { roadmapShown, roadmapTold } from './roadmap';
import { salesShown, salesTold } from './sales';
import type { CustomShown, CustomTold, Said, Shown, ShowOf, Told, ToldOf } from './type';
import { webhooksShown, webhooksTold } from './webhooks';

const TOLD: CustomTold<CustomAbout> = {
  ...salesTold,
  ...purchasesTold,
  ...approvalsTold,
  ...dealsTold,
  ...followsTold,
  ...inventoryCustomTold,
  ...harvestsTold,
  ...intakesTold,
  ...reportsTold,
  ...licensesTold,
  ...claimsTold,
  ...chatTold,
  ...chatExportsTold,
  ...roadmapTold,
  ...webhooksTold,
  ...apiKeysTold,
};

const SHOWN: CustomShown<CustomAbout> = {
  ...salesShown,
  ...purchasesShown,
  ...approvalsShown,
  ...dealsShown,
  ...followsShown,
  ...inventoryCustomShown,
  ...harvestsShown,
  ...intakesShown,
  ...reportsShown,
  ...licensesShown,
  ...claimsShown,
  ...chatShown,
  ...chatExportsShown,
  ...roadmapShown,
  ...webhooksShown,
  ...apiKeysShown,
};

const toldOf = (about: CustomAbout) => TOLD[about] as ToldOf<CustomPayload>;

/** What is told in our own words, by what it is about. */
export const customTold: Told<'CUSTOM'> = {
  CUSTOM: {
    people: (db, payload, orgId) => toldOf(payload.about).people(db, payload, orgId),
    isOpen: async (db, payload, orgId) => (await toldOf(payload.about).isOpen?.(db, payload, orgId)) ?? true,
  },
};

export const customShown: Shown<'CUSTOM'> = {
  async CUSTOM(reader, orgId, payloads) {
    const say = new Map<CustomAbout, (payload: CustomPayload) => Said | null>();
    for (const [about, of] of Map.groupBy(payloads, (payload) => payload.about)) {
      // Rows of another version may be about what this one doesn't know.
      const show = SHOWN[about] as ShowOf<CustomPayload> | undefined;
      if (show !== undefined) say.set(about, await show(reader, orgId, of));
    }
    return (payload) => say.get(payload.about)?.(payload) ?? null;
  },
};

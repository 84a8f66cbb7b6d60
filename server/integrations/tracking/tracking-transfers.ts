import { z } from 'zod';
import { readLabTestState, type TransferState } from '../../../domain/inventory/packages/package';
import { outsideAmount, outsideId, outsideIdOrNone } from './outside-values';
import { type LicenseAccess, type Reach, trackingCalls } from './tracking-calls';
import { outsideText, outsideUnit } from './tracking-units';

const Text = outsideText.catch(null);

const Delivery = z.object({
  Id: outsideId,
  RecipientFacilityName: Text,
  RecipientFacilityLicenseNumber: Text,
});

const STATES: Record<string, TransferState> = {
  shipped: 'SHIPPED',
  accepted: 'ACCEPTED',
  rejected: 'REJECTED',
  returned: 'RETURNED',
};

/** What is in a delivery; null without a tag, by which it would be known here. */
const Package = z
  .object({
    PackageId: outsideIdOrNone,
    PackageLabel: z.string().trim().min(1),
    ProductName: Text,
    ShippedQuantity: outsideAmount.catch('0'),
    // One we don't know is shown as it came: nothing is summed from what a transfer carries.
    ShippedUnitOfMeasureName: outsideUnit.or(Text),
    ReceivedQuantity: outsideAmount.nullish().catch(null),
    LabTestingState: Text,
    ShipmentPackageState: Text.transform((state) => STATES[state?.toLowerCase() ?? ''] ?? 'SHIPPED'),
  })
  .nullable()
  .catch(null);

/** A delivery of a transfer, and what it carries. */
export type OutsideDelivery = {
  recipientName: string | null;
  recipientLicense: string | null;
  packages: {
    /** The package's number and label there. */
    packageId: number | null;
    label: string;
    itemName: string;
    quantity: string;
    unitOfMeasure: string;
    state: TransferState;
    receivedQuantity: string | null;
    /** One of ours, or as it came. */
    labState: string | null;
  }[];
};

export interface TrackingTransfers {
  /**
   * The deliveries of a transfer of a license with their packages; only one of them if its id is given. Raises NotTold,
   * KeyRefused and UNAVAILABLE.
   */
  deliveriesOf(at: LicenseAccess, transfer: { id: number; deliveryId: number | null }): Promise<OutsideDelivery[]>;
}

/** Transfers of the tracking system over HTTP. */
export function trackingTransfersOverHttp(reach: Reach): TrackingTransfers {
  const { readAll } = trackingCalls(reach);
  return {
    async deliveriesOf(at, { id, deliveryId }) {
      const deliveries =
        deliveryId === null
          ? await readAll(at, Delivery, {
              what: 'deliveries',
              path: `/transfers/v2/${id}/deliveries`,
              isOfRecord: true,
            })
          : [{ Id: deliveryId, RecipientFacilityName: null, RecipientFacilityLicenseNumber: null }];
      return Promise.all(
        deliveries.map(async (delivery) => ({
          recipientName: delivery.RecipientFacilityName,
          recipientLicense: delivery.RecipientFacilityLicenseNumber,
          packages: (
            await readAll(at, Package, {
              what: 'delivery packages',
              path: `/transfers/v2/deliveries/${delivery.Id}/packages`,
              isOfRecord: true,
            })
          ).flatMap((one) =>
            one === null
              ? []
              : {
                  packageId: one.PackageId,
                  label: one.PackageLabel,
                  itemName: one.ProductName ?? '',
                  quantity: one.ShippedQuantity,
                  unitOfMeasure: one.ShippedUnitOfMeasureName ?? '',
                  state: one.ShipmentPackageState,
                  receivedQuantity: one.ReceivedQuantity ?? null,
                  labState: one.LabTestingState === null ? null : readLabTestState(one.LabTestingState),
                },
          ),
        })),
      );
    },
  };
}

import { formatAmount } from '../money';
import { counted } from '../text';
import { countDiffers, type Intake, type IntakePackage, labGateOf, labText } from './intake';

const tagged = ({ label, itemName }: IntakePackage) => (itemName === '' ? label : `${label} ${itemName}`);

/**
 * What to reject of an intake in the tracking system and why, as text to send to the driver or the sender; null when there
 * is nothing. A count that was settled as it was shipped is no reason.
 */
export function rejectionText({ manifestNumber, senderName, intakePackages }: Intake): string | null {
  const here = intakePackages.filter(({ unknown, leftManifest }) => !unknown && !leftManifest);
  const all: readonly Reason[] = [
    { title: 'Not found', of: here.filter(({ notFound }) => notFound), line: tagged },
    {
      title: 'Lab test failed',
      of: here.filter((one) => labGateOf(one) === 'failed' && one.overruled === null),
      line: (one) => `${tagged(one)}: ${labText(one).toLowerCase()}`,
    },
    {
      title: 'Lab certificate expired',
      of: here.filter((one) => labGateOf(one) === 'expired' && one.overruled === null),
      line: (one) => `${tagged(one)}: ${labText(one).toLowerCase()}`,
    },
    {
      title: 'Quantity differs',
      of: here.filter(stillDiffers),
      line: (one) =>
        `${tagged(one)}: shipped ${formatAmount(one.shippedQuantity ?? '0')}, counted ${formatAmount(heldTo(one) ?? '0')} ${one.unitOfMeasure}`,
    },
    { title: 'Not on the manifest', of: intakePackages.filter(({ unknown }) => unknown), line: tagged },
  ];
  const reasons = all.filter(({ of }) => of.length > 0);
  if (reasons.length === 0) return null;
  const { size } = new Set(reasons.flatMap(({ of }) => of.map(({ label }) => label)));
  return [
    `Manifest ${manifestNumber} from ${senderName}: reject ${counted(size, 'package')}, because`,
    ...reasons.flatMap(({ title, of, line }) => ['', `${title}:`, ...of.map((one) => `- ${line(one)}`)]),
  ].join('\n');
}

type Reason = { title: string; of: readonly IntakePackage[]; line: (one: IntakePackage) => string };

/** What was counted, or what a second person settled on. */
const heldTo = ({ settledQuantity, countedQuantity }: IntakePackage) => settledQuantity ?? countedQuantity;
const stillDiffers = (one: IntakePackage) => countDiffers({ ...one, countedQuantity: heldTo(one) });

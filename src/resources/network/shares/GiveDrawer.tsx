import { useWatch } from 'react-hook-form';
import { z } from 'zod';
import { shortDay } from '../../../../domain/dates';
import { networkPackages } from '../../../../domain/network/packages-contract';
import type { ShareCandidate } from '../../../../domain/network/shared-brand';
import { counted } from '../../../../domain/text';
import { Can } from '../../../access/useCan';
import { choicesOf } from '../../../kit/form/choices';
import { FormDrawer } from '../../../kit/form/FormDrawer';
import { useActionForm } from '../../../kit/form/useRecordForm';
import { SharePreview } from '../packages/SharePreview';
import { candidates } from './resource';
import { attempt, type useGive } from './useShareActions';

const ShareForm = z.object({ brandId: z.number('Choose a brand'), enabled: z.boolean() });
const AskForm = z.object({ licenseId: z.number('Choose a license') });

type Given = { give: ReturnType<typeof useGive>; onClose: () => void };

/** What a candidate’s option adds to its name: whose it is, how many packages, and why it can't be chosen. */
function optionOf(id: number, name: string, { packageCountEstimate, askAgain }: ShareCandidate, isAsking: boolean) {
  const waits = isAsking && askAgain !== null;
  const packages = packageCountEstimate > 0 ? counted(packageCountEstimate, 'package') : '';
  const label = [name, waits ? `ask again from ${shortDay(askAgain)}` : packages].filter(Boolean).join(' · ');
  return { value: id, label, disabled: waits };
}

/** Shares a brand at a license. */
export function ShareBrand({ licenseId, give, onClose }: Given & { licenseId: number }) {
  const names = new Map<number, string>();
  const form = useActionForm<{ brandId: number | null; enabled: boolean }, null>(
    async ({ brandId, enabled }) => {
      const name = names.get(brandId ?? 0) ?? 'The brand';
      return attempt(() => give({ act: 'share', licenseId, brandId: brandId ?? 0, enabled, name }, `share ${name}`));
    },
    { schema: ShareForm, values: { brandId: null, enabled: true }, onSaved: onClose },
  );
  return (
    <FormDrawer
      form={form}
      title="Share a brand"
      intro={
        <p>
          The brand’s owner sees the packages of the brand at this license: tag, item, quantity, status and lab results;
          never prices, notes or orders.
        </p>
      }
      save="Share brand"
      onClose={onClose}
      fields={[
        {
          name: 'brandId',
          label: 'Brand',
          control: 'lookup',
          required: true,
          placeholder: 'One of your items’ brands, or type a name',
          source: choicesOf(candidates, {
            search: 'searchTerm',
            filters: { licenseId },
            option: (row) => {
              names.set(row.brand.id, row.brand.name);
              return optionOf(row.brand.id, [row.brand.name, row.owner?.name].filter(Boolean).join(', '), row, false);
            },
          }),
        },
        {
          name: 'enabled',
          label: 'Enable it at once',
          control: 'checkbox',
          hint: 'Otherwise its owner sees nothing until you enable it.',
        },
      ]}
    >
      <Preview licenseId={licenseId} />
    </FormDrawer>
  );
}

/** Asks a license's holder to share an own brand there. */
export function AskForBrand({ brandId, name, give, onClose }: Given & { brandId: number; name: string }) {
  const form = useActionForm<{ licenseId: number | null }, null>(
    async ({ licenseId }) =>
      attempt(() => give({ act: 'ask', licenseId: licenseId ?? 0, brandId, name }, `ask for ${name}`)),
    { schema: AskForm, values: { licenseId: null }, onSaved: onClose },
  );
  return (
    <FormDrawer
      form={form}
      title={`Ask to see ${name}`}
      intro={
        <p>The license’s holder has 14 days to answer. Until they share it, you see how many packages there are.</p>
      }
      save="Ask to share"
      onClose={onClose}
      fields={[
        {
          name: 'licenseId',
          label: 'License',
          control: 'lookup',
          required: true,
          placeholder: 'One that holds it, or type a name',
          source: choicesOf(candidates, {
            search: 'searchTerm',
            filters: { brandId },
            option: (row) => optionOf(row.license.id, `${row.holder.name}, ${row.license.displayName}`, row, true),
          }),
        },
      ]}
    />
  );
}

/** What the owner of the chosen brand will see. */
function Preview({ licenseId }: { licenseId: number }) {
  const brandId = useWatch<{ brandId: number | null }, 'brandId'>({ name: 'brandId' });
  if (!brandId) return null;
  return (
    <Can requires={networkPackages.previewShare.requires}>
      <SharePreview kind="share" licenseId={licenseId} brandId={brandId} />
    </Can>
  );
}

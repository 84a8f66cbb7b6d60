import { type BrandImage, MOST_IMAGES } from '../../../domain/brands/brand';
import { ownBrands as calls } from '../../../domain/brands/contract';
import { brandPictures } from '../../../domain/files/contract';
import { FormDrawer } from '../../kit/form/FormDrawer';
import { PictureField } from '../../kit/form/PictureField';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { OrderedPanel } from '../../kit/record/OrderedPanel';
import { withMoved } from '../../kit/record/ordered';
import { useResourceUpdate } from '../../providers/use-resource';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { type BrandSection, SAID } from './brand.text';
import css from './brands.module.css';
import { brands } from './resource';

type Kept = Pick<BrandImage, 'id' | 'alt'>;

/** Pictures as an update takes them. */
const keptOf = (images: readonly BrandImage[]): Kept[] => images.map(({ id, alt }) => ({ id, alt }));

/** More pictures of a brand, as buyers see them under its text, in order. */
export function BrandGallery(section: BrandSection) {
  const { brand, whyNot } = section;
  const { id, version, images } = brand;
  const kept = keptOf(images);
  const moves = useResourceUpdate(brands, { failure: SAID.failure });
  const removal = useResourceUpdate(brands, { failure: SAID.failure, showsErrors: true });
  return (
    <OrderedPanel
      title="Gallery"
      noun="picture"
      rows={images}
      nameOf={(image) => nameOf(image, images)}
      hint="Show the farm, the flower or the packaging."
      whyNot={whyNot}
      onMove={(row, place) => moves.run(id, { images: withMoved(kept, row, place), version })}
      remove={{
        says: 'Buyers will no longer see it.',
        run: (row) => removal.run(id, { images: kept.filter((one) => one.id !== row.id), version }),
        success: SAID.success,
      }}
      drawer={({ row, onClose }) =>
        row ? <ImageDrawer {...section} image={row} onClose={onClose} /> : <AddImage {...section} onClose={onClose} />
      }
    >
      {({ imageUri }) => <img className={css.thumbnail} src={imageUri} alt="" loading="lazy" decoding="async" />}
    </OrderedPanel>
  );
}

const nameOf = ({ id, alt }: Kept, images: readonly Kept[]) =>
  alt || `Picture ${images.findIndex((one) => one.id === id) + 1}`;

type DrawerProps = BrandSection & { onClose: () => void };

function AddImage({ brand, refresh, onClose }: DrawerProps) {
  const isFull = brand.images.length >= MOST_IMAGES;
  return (
    <Dialog title="Add a picture" onClose={onClose} isDrawer>
      <PictureField
        label="Picture"
        calls={{ set: brandPictures.set }}
        input={{ params: { brandId: brand.id }, query: { kind: 'gallery' } }}
        uri={null}
        shape="wide"
        empty={<Icon name="store" size={32} />}
        onChanged={() => {
          refresh();
          onClose();
        }}
        locked={isFull ? <span className="v-hint">A gallery has at most {MOST_IMAGES} pictures.</span> : undefined}
      />
    </Dialog>
  );
}

function ImageDrawer({ brand, image, refresh, onClose }: DrawerProps & { image: BrandImage }) {
  const at = brand.images.findIndex(({ id }) => id === image.id);
  const form = useRecordForm<typeof brands, { alt: string }>(brands, {
    id: brand.id,
    values: { alt: image.alt },
    version: brand.version,
    draft: `${calls.update.path} ${brand.id}/image/${image.id}`,
    names: { [`images.${at}.alt`]: 'alt' },
    body: ({ alt }, { version }) => ({
      images: keptOf(brand.images).map((one) => (one.id === image.id ? { ...one, alt } : one)),
      version,
    }),
    refresh,
    ...SAID,
    onSaved: onClose,
    unchanged: onClose,
  });
  return (
    <FormDrawer
      form={form}
      title={`Edit ${nameOf(image, brand.images)}`}
      save="Save"
      onClose={onClose}
      fields={[
        { name: 'alt', label: 'Description', maxLength: 200, hint: 'What it shows, for people who can’t see it.' },
      ]}
    />
  );
}

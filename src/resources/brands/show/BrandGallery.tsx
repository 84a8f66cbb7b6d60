import { MOST_IMAGES } from '../../../../domain/brands/brand';
import { ownBrands as calls } from '../../../../domain/brands/contract';
import { brandPictures } from '../../../../domain/files/contract';
import { useRecordForm } from '../../../kit/form/useRecordForm';
import { describedAs, type KeptPicture, PictureDescription, PicturesPanel } from '../../../kit/record/PicturesPanel';
import { useResourceUpdate } from '../../../providers/refine/use-resource';
import { Icon } from '../../../ui/Icon';
import { type BrandSection, SAID } from '../brand.text';
import { brands } from '../resource';

/** More pictures of a brand, as buyers see them under its text, in order. */
export function BrandGallery(section: BrandSection) {
  const { brand, whyNot, refresh } = section;
  const { id, version, images } = brand;
  const moves = useResourceUpdate(brands, { failure: SAID.failure });
  const removal = useResourceUpdate(brands, { failure: SAID.failure, showsErrors: true });
  return (
    <PicturesPanel
      title="Gallery"
      images={images}
      hint="Show the farm, the flower or the packaging."
      whyNot={whyNot}
      onMove={(next) => moves.run(id, { images: next, version })}
      remove={{
        says: 'Buyers will no longer see it.',
        run: (next) => removal.run(id, { images: next, version }),
        success: SAID.success,
      }}
      add={{
        calls: { set: brandPictures.set },
        input: { params: { brandId: id }, query: { kind: 'gallery' } },
        shape: 'wide',
        empty: <Icon name="store" size={32} />,
        onChanged: refresh,
        most: MOST_IMAGES,
        full: `A gallery has at most ${MOST_IMAGES} pictures.`,
      }}
      edit={(image, onClose) => <EditPicture {...section} image={image} onClose={onClose} />}
    />
  );
}

type EditProps = BrandSection & { image: KeptPicture; onClose: () => void };

function EditPicture({ brand: { id, images, version }, image, refresh, onClose }: EditProps) {
  const at = images.findIndex((one) => one.id === image.id);
  const form = useRecordForm<typeof brands, { alt: string }>(brands, {
    id,
    values: { alt: image.alt },
    version,
    draft: `${calls.update.path} ${id}/image/${image.id}`,
    names: { [`images.${at}.alt`]: 'alt' },
    body: ({ alt }, about) => ({ images: describedAs(images, image.id, alt), version: about.version }),
    refresh,
    ...SAID,
    onSaved: onClose,
    unchanged: onClose,
  });
  return <PictureDescription form={form} images={images} image={image} onClose={onClose} />;
}

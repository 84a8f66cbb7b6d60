import { productDetails } from '../../../../../domain/catalogue/contract';
import { MOST_PRODUCT_IMAGES } from '../../../../../domain/catalogue/product-record';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { describedAs, type KeptPicture, PictureDescription, PicturesPanel } from '../../../../kit/record/PicturesPanel';
import { useCall } from '../../../../providers/refine/use-call';
import { Icon } from '../../../../ui/Icon';
import { type ProductSection, SAID } from '../product.text';

/** A product's pictures in order; buyers see the first one on the menu. */
export function ProductPictures(section: ProductSection) {
  const { product, whyNot, refresh } = section;
  const { id, version, images } = product;
  const moves = useCall(productDetails.setImages, { failure: SAID.failure });
  const removal = useCall(productDetails.setImages, { failure: SAID.failure, showsErrors: true });
  const inputOf = (next: KeptPicture[]) => ({ params: { id }, body: { images: next, version } });
  return (
    <PicturesPanel
      title="Pictures"
      images={images}
      hint={hintOf(product)}
      whyNot={whyNot}
      onMove={(next) => moves.run(inputOf(next))}
      remove={{
        says: 'Buyers will no longer see it. You can’t undo this.',
        run: (next) => removal.run(inputOf(next)),
        success: 'Picture removed.',
      }}
      add={{
        calls: { set: productDetails.addImage },
        input: { params: { id } },
        shape: 'square',
        empty: <Icon name="box" size={32} />,
        onChanged: refresh,
        most: MOST_PRODUCT_IMAGES,
        full: `A product has at most ${MOST_PRODUCT_IMAGES} pictures.`,
      }}
      edit={(image, onClose) => <EditPicture {...section} image={image} onClose={onClose} />}
    />
  );
}

function hintOf({ isParent, parent }: ProductSection['product']): string {
  if (isParent) return 'Child products without pictures of their own show its pictures.';
  return parent ? 'Buyers see the pictures of its parent.' : 'Buyers see the first picture on the brand’s menu.';
}

type EditProps = ProductSection & { image: KeptPicture; onClose: () => void };

function EditPicture({ product: { id, images, version }, image, refresh, onClose }: EditProps) {
  const at = images.findIndex((one) => one.id === image.id);
  const form = useCallForm<typeof productDetails.setImages, { alt: string }>(productDetails.setImages, {
    params: { id },
    values: { alt: image.alt },
    version,
    draft: `product/${id}/picture/${image.id}`,
    names: { [`images.${at}.alt`]: 'alt' },
    body: ({ alt }, about) => ({ images: describedAs(images, image.id, alt), version: about.version }),
    refresh,
    ...SAID,
    onSaved: onClose,
    unchanged: onClose,
  });
  return <PictureDescription form={form} images={images} image={image} onClose={onClose} />;
}

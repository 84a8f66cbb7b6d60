import type { ReactNode } from 'react';
import type { Endpoint, UploadOptions } from '../../../domain/contract/endpoint';
import type { CallResult } from '../../providers/refine/use-call';
import { Dialog } from '../../ui/Dialog';
import { PictureField, type PictureFieldProps } from '../form/controls/PictureField';
import { FormDrawer } from '../form/FormDrawer';
import type { RecordForm } from '../form/types';
import { OrderedPanel } from './OrderedPanel';
import { withMoved } from './ordered';
import css from './record.module.css';

/** A picture as a record's update takes it. */
export type KeptPicture = { id: number; alt: string };
type ShownPicture = KeptPicture & { imageUri: string };
type Save = (pictures: KeptPicture[]) => Promise<CallResult<unknown>>;

type PicturesPanelProps<S extends Endpoint<UploadOptions>> = {
  title: string;
  images: readonly ShownPicture[];
  /** Shown when there are none. */
  hint: string;
  /** Why the reader may not change them; null when they may. */
  whyNot: string | null;
  onMove: Save;
  remove: { says: string; run: Save; success: string };
  /** How one is added, and what is said when there are as many as there can be. */
  add: Pick<PictureFieldProps<S>, 'calls' | 'input' | 'shape' | 'empty' | 'onChanged'> & { most: number; full: string };
  /** The form of a picture's description, as `PictureDescription` shows it. */
  edit: (image: ShownPicture, onClose: () => void) => ReactNode;
};

/** A picture's description, or its place without one. */
const nameIn = (images: readonly KeptPicture[], { id, alt }: KeptPicture) =>
  alt || `Picture ${images.findIndex((one) => one.id === id) + 1}`;

const keptOf = (images: readonly KeptPicture[]): KeptPicture[] => images.map(({ id, alt }) => ({ id, alt }));

/** A record's pictures with another description for one. */
export const describedAs = (images: readonly KeptPicture[], id: number, alt: string): KeptPicture[] =>
  keptOf(images).map((one) => (one.id === id ? { ...one, alt } : one));

/**
 * A record's pictures in order: add, describe, remove, and reorder by drag or keyboard.
 *
 *     <PicturesPanel title="Gallery" images={images} hint="Show the farm." whyNot={whyNot} onMove={save}
 *       remove={{ says: 'Buyers will no longer see it.', run: save, success: 'Saved.' }}
 *       add={{ calls, input, shape: 'wide', empty: <Icon name="store" />, onChanged: refresh, most: 12, full: 'At most 12.' }}
 *       edit={(image, onClose) => <EditPicture image={image} onClose={onClose} />} />
 */
export function PicturesPanel<S extends Endpoint<UploadOptions>>(props: PicturesPanelProps<S>) {
  const { title, images, hint, whyNot, onMove, remove, add, edit } = props;
  const { most, full, onChanged, ...picture } = add;
  const kept = keptOf(images);
  return (
    <OrderedPanel
      title={title}
      noun="picture"
      rows={images}
      nameOf={(image) => nameIn(images, image)}
      hint={hint}
      whyNot={whyNot}
      onMove={(row, place) => onMove(withMoved(kept, row, place))}
      remove={{ ...remove, run: (row) => remove.run(kept.filter(({ id }) => id !== row.id)) }}
      drawer={({ row, onClose }) =>
        row ? (
          edit(row, onClose)
        ) : (
          <Dialog title="Add a picture" onClose={onClose} isDrawer>
            <PictureField<S>
              {...(picture as PictureFieldProps<S>)}
              label="Picture"
              uri={null}
              onChanged={(reply) => {
                onChanged(reply);
                onClose();
              }}
              locked={images.length >= most ? <span className="v-hint">{full}</span> : undefined}
            />
          </Dialog>
        )
      }
    >
      {({ imageUri }) => (
        <img className={css.thumbnail} data-shape={add.shape} src={imageUri} alt="" loading="lazy" decoding="async" />
      )}
    </OrderedPanel>
  );
}

type PictureDescriptionProps = {
  form: RecordForm<{ alt: string }>;
  images: readonly KeptPicture[];
  image: KeptPicture;
  onClose: () => void;
};

/** The drawer in which a picture is described. */
export function PictureDescription({ form, images, image, onClose }: PictureDescriptionProps) {
  return (
    <FormDrawer
      form={form}
      title={`Edit ${nameIn(images, image)}`}
      save="Save"
      onClose={onClose}
      fields={[
        { name: 'alt', label: 'Description', maxLength: 200, hint: 'What it shows, for people who can’t see it.' },
      ]}
    />
  );
}

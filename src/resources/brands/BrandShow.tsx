import { Navigate, useParams } from 'react-router';
import { type BrandRecord, MOST_IMAGES } from '../../../domain/brands/brand';
import { ownBrands as calls } from '../../../domain/brands/contract';
import { BRAND_SOURCES } from '../../../domain/brands/source';
import { brandPictures } from '../../../domain/files/contract';
import { stateChoices } from '../../../domain/organization/us-states';
import { counted } from '../../../domain/text';
import { useCan } from '../../access/useCan';
import { PictureField } from '../../kit/form/controls/PictureField';
import { FormSheet } from '../../kit/form/FormSheet';
import type { RecordForm } from '../../kit/form/types';
import { useRecordForm } from '../../kit/form/useRecordForm';
import { ListLinks } from '../../kit/list';
import { listPath } from '../../kit/list/list-place';
import { KeyPeoplePanel } from '../../kit/record/KeyPeoplePanel';
import { describedAs, type KeptPicture, PictureDescription, PicturesPanel } from '../../kit/record/PicturesPanel';
import { Panel, PanelSkeleton, RecordColumns, type RecordHead, RecordSkeleton } from '../../kit/record/RecordPage';
import { CallError, messageOf } from '../../providers/call/call-errors';
import { useKnownRow } from '../../providers/refine/known-row';
import { askForOne } from '../../providers/refine/look-ahead';
import { useResourceList, useResourceOne, useResourceUpdate } from '../../providers/refine/use-resource';
import { useSession } from '../../providers/session';
import { signedInNow } from '../../providers/session/session-store';
import { ErrorScreen } from '../../shell/errors/ErrorScreen';
import { useTitle } from '../../shell/useTitle';
import { Facts } from '../../ui/Facts';
import { Icon } from '../../ui/Icon';
import { PageFrame } from '../../ui/PageFrame';
import { BrandFace } from './BrandFace';
import { BrandPill } from './BrandPill';
import { BRANDS, type BrandSection, brandStanding, SAID } from './brand.text';
import css from './brands.module.css';
import { brands } from './resource';
import { BrandLocations } from './show/BrandLocations';
import { BrandStatus } from './show/BrandStatus';

const IS_ID = /^[1-9]\d{0,14}$/;

export function ahead({ slug = '' }: Readonly<Record<string, string | undefined>>): void {
  const id = IS_ID.test(slug) ? Number(slug) : signedInNow()?.organization?.brands.find((one) => one.slug === slug)?.id;
  if (id !== undefined) askForOne(brands, id);
}

/** A brand: what buyers see of it, beside the form that changes it. */
export default function BrandShow() {
  const { slug = '' } = useParams();
  const id = useBrandId(slug);
  const { result: brand, query } = useResourceOne(brands, id ?? undefined);
  const isGone = query.error instanceof CallError && query.error.status === 404;
  if (id === null || isGone) {
    return <ErrorScreen status={404} message="This brand doesn’t exist, or it isn’t assigned to you." />;
  }
  if (brand && brand.slug !== slug) return <Navigate to={`${BRANDS}/${brand.slug}`} replace />;
  if (brand) return <BrandPage brand={brand} refresh={query.refetch} />;
  if (query.error) return <ErrorScreen message={messageOf(query.error)} onRetry={() => void query.refetch()} />;
  return <BrandSkeleton address={slug} />;
}

const headOf = (brand: BrandRecord): RecordHead => ({
  title: brand.name,
  breadcrumbs: [{ label: 'My Brands', to: listPath('/network/brands') }],
  aside: brand.disabled && <BrandPill brand={brand} />,
});

const SEE_MENU = 'See its menu';

/** A brand's page while it loads, with what its row in the list says. */
function BrandSkeleton({ address }: { address: string }) {
  const brand = useKnownRow([brands], ({ slug }) => slug === address);
  if (!brand) return <RecordSkeleton label="Brand" />;
  return (
    <RecordSkeleton
      label="Brand"
      head={headOf(brand)}
      acts={brand.disabled ? [] : [{ label: SEE_MENU }]}
      side={
        <>
          <Preview brand={brand} />
          <PanelSkeleton title="Pictures" height="220px" />
        </>
      }
    >
      <PanelSkeleton title="Details" height="420px" />
    </RecordSkeleton>
  );
}

type Values = { name: string; tagline: string; description: string; states: string[] };

function BrandPage({ brand, refresh }: Pick<BrandSection, 'brand' | 'refresh'>) {
  const whyNot = useCan().whyNot(calls.update.requires);
  useTitle(brand.name);
  const section = { brand, whyNot, refresh };
  const { name, tagline, description, states } = brand;
  const form = useRecordForm<typeof brands, Values>(brands, {
    id: brand.id,
    values: { name, tagline, description, states },
    version: brand.version,
    refresh,
    ...SAID,
  });
  return (
    <PageFrame
      {...headOf(brand)}
      actions={brand.disabled || <ListLinks links={[{ to: `/marketplace/brands/${brand.slug}`, label: SEE_MENU }]} />}
    >
      <RecordColumns
        side={
          <>
            <Preview brand={{ ...brand, ...form.rhf.watch() }} />
            <Pictures {...section} />
            <BrandStatus {...section} />
          </>
        }
      >
        <Panel title="Details">
          {whyNot === null ? (
            <Details form={form} isApproved={brand.review === null} />
          ) : (
            <p className="v-hint">{whyNot}</p>
          )}
          <Facts facts={{ Address: `/marketplace/brands/${brand.slug}`, Source: BRAND_SOURCES[brand.source] }} />
        </Panel>
        <KeyPeoplePanel call={calls.updateKeyPeople} record={brand} said={SAID} whyNot={whyNot} refresh={refresh} />
        <BrandLocations {...section} />
        <BrandGallery {...section} />
      </RecordColumns>
    </PageFrame>
  );
}

function Details({ form, isApproved }: { form: RecordForm<Values>; isApproved: boolean }) {
  return (
    <FormSheet
      form={form}
      label="Details"
      save="Save"
      fields={[
        {
          name: 'name',
          label: 'Name',
          required: true,
          maxLength: 120,
          half: true,
          fixed: isApproved ? null : 'You can change the name once the brand is approved.',
        },
        { name: 'tagline', label: 'Tagline', maxLength: 160, half: true, hint: 'One line beside the name.' },
        { name: 'description', label: 'Description', control: 'textarea', rows: 5, maxLength: 2000 },
        { name: 'states', label: 'States', control: 'picks', options: stateChoices, hint: 'Where it is sold.' },
      ]}
    />
  );
}

/** The top of the brand's page in the marketplace, with what is typed and not yet saved. */
function Preview({ brand }: Pick<BrandSection, 'brand'>) {
  const { productCount, disabled, orgName } = brand;
  const offer = counted(productCount, 'product');
  return (
    <Panel title="What buyers see">
      <div className={css.preview}>
        <BrandFace
          brand={brand}
          heading="p"
          sellers={disabled ? `Nothing: it’s ${brandStanding(brand).toLowerCase()}` : `${orgName} · ${offer}`}
        />
      </div>
    </Panel>
  );
}

function Pictures({ brand, whyNot, refresh }: BrandSection) {
  const locked = whyNot && <span className="v-hint">{whyNot}</span>;
  const params = { brandId: brand.id };
  return (
    <Panel title="Pictures">
      <div className={css.pictures}>
        <PictureField
          label="Logo"
          calls={brandPictures}
          input={{ params, query: { kind: 'profile' } }}
          uri={brand.profileImageUri}
          shape="square"
          empty={<Icon name="store" size={32} />}
          removed="Buyers will see the first letter of its name instead."
          onChanged={refresh}
          locked={locked}
        />
        <PictureField
          label="Cover"
          calls={brandPictures}
          input={{ params, query: { kind: 'cover' } }}
          uri={brand.coverImageUri}
          shape="wide"
          empty={<Icon name="store" size={32} />}
          removed="Buyers will see no cover above its name."
          onChanged={refresh}
          locked={locked}
        />
      </div>
    </Panel>
  );
}

/** The id of the brand that a page's address names, by its slug or, as it used to be, by its id; null for no brand of the reader's. */
function useBrandId(address: string): number | null | undefined {
  const isId = IS_ID.test(address);
  const known = useSession().organization?.brands.find(({ slug }) => slug === address)?.id;
  // A brand claimed a moment ago isn't in the session yet.
  const { result, query } = useResourceList(brands, { enabled: !isId && known === undefined });
  if (isId) return Number(address);
  if (known !== undefined) return known;
  const listed = result.data.find(({ slug }) => slug === address)?.id;
  return listed ?? (query.isLoading ? undefined : null);
}

/** More pictures of a brand, as buyers see them under its text, in order. */
function BrandGallery(section: BrandSection) {
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

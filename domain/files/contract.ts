import { z } from 'zod';
import { type Requirement, signedIn, write } from '../access/ability';
import { del, Id, IdParams, OrgScope, post, type Upload } from '../contract/endpoint';

/** A person and a brand have a picture of their own and a cover behind it. */
export const PictureKind = z.enum(['profile', 'cover']);
export type PictureKind = z.infer<typeof PictureKind>;

const Which = z.object({ kind: PictureKind.default('profile') });
const Uri = z.string().nullable();
/** The picture's address, null without one. */
export const Picture = z.strictObject({ profileImageUri: Uri });
export const Pictures = Picture.extend({ coverImageUri: Uri });
export type Pictures = z.infer<typeof Pictures>;

const picture = (field: string): Upload => ({ field, accepts: 'picture' });
/** The field of the pictures of an organization, its brands and its companies. */
export const PICTURE_FIELD = 'file';

/** A picture and a cover: set, which replaces the former one, and remove. */
function withCover<const P extends string, S extends z.ZodType, Q extends z.ZodType = typeof Which>(
  path: P,
  of: Subject<S>,
  more?: { does: string; query: Q },
) {
  const { noun, field, ...common } = of;
  return {
    set: post(path, {
      summary:
        more?.does ?? `Change ${noun} picture or cover; JPEG, PNG or WebP, up to 10 MB, replacing the former one`,
      ...common,
      query: (more?.query ?? Which) as Q,
      upload: picture(field),
      returns: Pictures,
      transaction: 'each',
    }),
    remove: del(path, { summary: `Remove ${noun} picture or cover`, ...common, query: Which, returns: Pictures }),
  };
}

/** A picture alone. */
function alone<const P extends string, S extends z.ZodType>(path: P, of: Subject<S>) {
  const { noun, field, ...common } = of;
  return {
    set: post(path, {
      summary: `Change ${noun} picture; JPEG, PNG or WebP, up to 10 MB, replacing the former one`,
      ...common,
      upload: picture(field),
      returns: Picture,
      transaction: 'each',
    }),
    remove: del(path, { summary: `Remove ${noun} picture`, ...common, returns: Picture }),
  };
}

type Subject<S extends z.ZodType> = {
  noun: string;
  field: string;
  params: S;
  requires: Requirement;
  audit: string;
};

/** Pictures of people; everyone sets their own. */
export const userPictures = withCover('/users/:id/images', {
  noun: 'your',
  field: 'image',
  params: z.object({ id: z.uuid() }),
  requires: signedIn,
  audit: 'user',
});

export const organizationPictures = alone('/orgs/:orgId/images', {
  noun: 'the organization’s',
  field: PICTURE_FIELD,
  params: OrgScope,
  requires: write('EDIT_ORGANIZATION'),
  audit: 'organization',
});

const brandSubject = {
  noun: 'a brand’s',
  field: PICTURE_FIELD,
  params: z.object({ brandId: Id }),
  requires: write('MANAGE_BRANDS'),
  audit: 'brand',
};

/** A brand also has a gallery: pictures are added last, and ordered or removed with the brand's other fields. */
export const brandPictures = withCover('/brands/:brandId/images', brandSubject, {
  does: 'Add a brand’s picture or cover; replaces the former one, or adds to its gallery (JPEG, PNG or WebP, up to 10 MB)',
  query: z.object({ kind: PictureKind.or(z.literal('gallery')).default('profile') }),
});

export const companyPictures = alone('/companies/:id/images', {
  noun: 'a company’s',
  field: PICTURE_FIELD,
  params: IdParams,
  requires: write('EDIT_ORGANIZATION'),
  audit: 'company',
});

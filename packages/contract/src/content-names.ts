import { AuthorId, CategoryId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { BlogAuthor, BlogCategory } from './blog.ts'
import { Line, Slug } from './content.ts'
import { endpoint } from './endpoint.ts'

const CategoryFields = z.object({
  name: Line(60, 'Please enter a name'),
  description: Line(300, 'Please describe the category'),
})

/** Link to a social profile; `null` for none. */
const Profile = z.nullable(
  z.url({ protocol: /^https$/, error: 'Please enter a link that starts with https://' }),
)

const AuthorFields = z.object({
  name: Line(80, 'Please enter a name'),
  bio: Line(500, 'Please enter a short bio'),
  linkedinUrl: Profile,
  instagramUrl: Profile,
})

const AuthorEntry = z.object({ id: AuthorId, ...BlogAuthor.shape })
export type AuthorEntry = z.infer<typeof AuthorEntry>

/** Replies 409 if another category has the slug. */
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/admin/categories',
  summary: 'Create a category',
  input: z.object({
    ...CategoryFields.shape,
    slug: Slug,
  }),
  reply: BlogCategory,
})

/** The slug can't be changed, so links to the category don't break. */
export const renameCategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  summary: 'Change a category’s name and description',
  input: z.object({ ...CategoryFields.shape, id: CategoryId }),
  reply: BlogCategory,
})

/** Replies 409 if another author has the name. */
export const createAuthor = endpoint({
  method: 'POST',
  path: '/api/admin/authors',
  summary: 'Create an author',
  input: AuthorFields,
  reply: AuthorEntry,
})

export const renameAuthor = endpoint({
  method: 'PATCH',
  path: '/api/admin/authors/:id',
  summary: 'Change an author’s name, bio and links',
  input: z.object({ ...AuthorFields.shape, id: AuthorId }),
  reply: AuthorEntry,
})

/** Path of `POST /api/admin/authors/:id/picture`. The body is the file itself. */
export const uploadAuthorPicturePath = (id: AuthorId) => `/api/admin/authors/${id}/picture`

export const UploadedAuthorPicture = z.object({ image: z.string() })
export type UploadedAuthorPicture = z.infer<typeof UploadedAuthorPicture>

export const removeAuthorPicture = endpoint({
  method: 'DELETE',
  path: '/api/admin/authors/:id/picture',
  summary: 'Remove an author’s picture',
  input: z.object({ id: AuthorId }),
  reply: z.object({}),
})

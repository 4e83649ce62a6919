import { AuthorId, CategoryId } from '@doorman/domain/ids'
import * as z from 'zod/mini'
import { BlogAuthor, BlogCategory } from './blog.ts'
import { Address, Line } from './content.ts'
import { endpoint } from './endpoint.ts'

const CategoryWords = z.object({
  name: Line(60, 'Please enter a name'),
  description: Line(300, 'Please say what the category is about'),
})

/** Where somebody can be found elsewhere; empty where they cannot. */
const Profile = z.nullable(
  z.url({ protocol: /^https$/, error: 'A profile is an address that begins with https://' }),
)

const AuthorWords = z.object({
  name: Line(80, 'Please enter a name'),
  bio: Line(500, 'Please say who the author is'),
  linkedinUrl: Profile,
  instagramUrl: Profile,
})

const NamedAuthor = z.object({ id: AuthorId, ...BlogAuthor.shape })
export type NamedAuthor = z.infer<typeof NamedAuthor>

/** An address that another category has is a 409. */
export const createCategory = endpoint({
  method: 'POST',
  path: '/api/admin/categories',
  summary: 'Begin a category of articles',
  input: z.object({
    ...CategoryWords.shape,
    slug: Address,
  }),
  reply: BlogCategory,
})

/** Its address stays, so that no link to it breaks. */
export const renameCategory = endpoint({
  method: 'PATCH',
  path: '/api/admin/categories/:id',
  summary: 'Change a category’s name and description',
  input: z.object({ ...CategoryWords.shape, id: CategoryId }),
  reply: BlogCategory,
})

/** A name that another author has is a 409. */
export const createAuthor = endpoint({
  method: 'POST',
  path: '/api/admin/authors',
  summary: 'Introduce an author',
  input: AuthorWords,
  reply: NamedAuthor,
})

export const renameAuthor = endpoint({
  method: 'PATCH',
  path: '/api/admin/authors/:id',
  summary: 'Change what is said of an author',
  input: z.object({ ...AuthorWords.shape, id: AuthorId }),
  reply: NamedAuthor,
})

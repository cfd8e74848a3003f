import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { AuthError, unexpectedFailure } from './authError'
import { changeUserAsAdministrator, changeSchema } from './adminChange'
import type { Answer, AuthContext, AuthRequest } from './context'
import { readBody } from './readBody'
import { assertAdministrator, isUuid } from './signedInUser'
import { userJson } from './userJson'
import { existing, findUserByEmail, findUserById, insertUser, listUsers, validEmail } from './users'

const newUserSchema = changeSchema.extend({
  id: z.uuid().nullish(),
  password_hash: z.string().nullish(),
})

/** /admin/users and /admin/users/<id> */
export async function adminUsers(context: AuthContext, request: AuthRequest): Promise<Answer> {
  assertAdministrator(context, request)
  const match = /^\/admin\/users(?:\/([^/]+))?$/.exec(request.path)
  if (!match) throw new AuthError(404, 'not_found', `${request.path} is not part of the local stack`)
  const id = match[1]
  if (id === undefined) {
    if (request.method === 'GET') return list(context, request)
    if (request.method === 'POST') return create(context, request)
  } else {
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID')
    const user = existing(await findUserById(context.sql, id))
    if (request.method === 'GET') return { status: 200, body: await userJson(context.sql, user) }
    if (request.method === 'PUT') return changeUserAsAdministrator(context, user, request.body)
    if (request.method === 'DELETE') return remove(context, id)
  }
  throw new AuthError(405, 'not_found', 'Method not allowed')
}

async function list({ sql }: AuthContext, { query }: AuthRequest): Promise<Answer> {
  const perPage = Math.min(positive(query.get('per_page'), 50), 1000)
  const page = positive(query.get('page'), 1)
  const { users, total } = await listUsers(sql, page, perPage)
  const lastPage = Math.max(1, Math.ceil(total / perPage))
  const links = [`<admin/users?page=${lastPage}&per_page=${perPage}>; rel="last"`]
  if (page < lastPage) links.unshift(`<admin/users?page=${page + 1}&per_page=${perPage}>; rel="next"`)
  return {
    status: 200,
    headers: { 'x-total-count': String(total), link: links.join(', ') },
    body: { users: await Promise.all(users.map((user) => userJson(sql, user))), aud: 'authenticated' },
  }
}

async function create({ sql, passwords }: AuthContext, { body }: AuthRequest): Promise<Answer> {
  const wanted = readBody(newUserSchema, body)
  const email = validEmail(wanted.email)
  if (await findUserByEmail(sql, email)) {
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  }
  if (wanted.password) passwords.assertStrong(wanted.password)
  const passwordHash =
    wanted.password_hash ?? (await passwords.hash(wanted.password || randomBytes(24).toString('hex')))
  try {
    const created = await sql.begin(async (db) => {
      const user = await insertUser(db, {
        id: wanted.id ?? undefined,
        email,
        passwordHash,
        userMetadata: wanted.user_metadata ?? {},
        appMetadata: wanted.app_metadata ?? {},
        role: wanted.role || undefined,
        isConfirmed: wanted.email_confirm ?? false,
      })
      return userJson(db, user)
    })
    return { status: 200, body: created }
  } catch (error) {
    if (error instanceof AuthError && error.status < 500) throw error
    const cause = error instanceof AuthError ? error.cause : error
    throw unexpectedFailure('Database error creating new user', cause)
  }
}

async function remove({ sql }: AuthContext, id: string): Promise<Answer> {
  try {
    await sql`delete from auth.users where id = ${id}`
  } catch (error) {
    throw unexpectedFailure('Database error deleting user', error)
  }
  return { status: 200, body: {} }
}

function positive(text: string | null, fallback: number): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 ? value : fallback
}

import { type Ask, at } from '../server.ts'
import { actingAs, type Call, encoded, jsonOf, type NewUser } from '../shared-tools.ts'

/** The private token of a user, which an administrator reads with sudo. */
export async function tokenOf(ask: Ask, { username }: NewUser): Promise<string> {
  return String(at((await actingAs(ask, username)('GET', '/user')).json, 'private_token'))
}

export const issuePath = ({ path }: Call) => `/projects/${encoded(path.id)}/issues/${path.issue_id}`

/** What an answer has in one field; undefined where there is nothing. */
export const fieldIn = async (response: Response, name: string) => at(await jsonOf(response), name)

/** The parameters of the query of a call alone. */
export const queryOf = ({ request }: Call) => new URL(request.url).searchParams

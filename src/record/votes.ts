import type { Recording, Votes } from './recording.ts'

/**
 * Gives votes to users, one each, in the order of their ids: the API shows how many there are, not
 * whose they are. Votes beyond the users that were recorded are left out.
 */
export function giveVotes({ collected, votes }: Recording): void {
  const users = collected.entries('users').map(({ id }) => id)
  const give = ({ on, id }: Votes, name: string, count: number) => {
    for (const user_id of users.slice(0, count)) {
      collected.add('award_emoji', { awardable_type: on, awardable_id: id, name, user_id })
    }
  }
  for (const one of votes) {
    give(one, 'thumbsup', one.up)
    give(one, 'thumbsdown', one.down)
  }
}

/** Stars: those of the token's own user are listed, of the others only how many there are. */
export async function giveStars({ reader, collected, me, stars }: Recording): Promise<void> {
  const own = new Set((await reader.list('listStarredProjects', {})).map(({ id }) => id))
  const others = collected.entries('users').flatMap(({ id }) => (id === me.id ? [] : [id]))
  for (const [project_id, count] of stars) {
    const isOwn = own.has(project_id)
    if (isOwn) collected.add('stars', { user_id: me.id, project_id })
    for (const user_id of others.slice(0, count - (isOwn ? 1 : 0))) {
      collected.add('stars', { user_id, project_id })
    }
  }
}

import { accessRequestOf, requestAccess } from '../../gitlab/domain/members/access-requests.ts'
import { addInvitation, invitationOf } from '../../gitlab/domain/members/invitations.ts'
import type { ReadSeed } from '../schema.ts'
import { each, isoTime, type Loading, levels } from './loading.ts'
import { type EntryOwner, ownerOf } from './owner.ts'

/** Loads access requests and invitations. */
export function loadInvitations(loading: Loading, seed: ReadSeed): void {
  each(seed.access_requests, 'access_requests', (request, path) => {
    const source = ownerOf(loading, request, path)
    const user = loading.user(request.user, `${path}.user`)
    if (!source || !user) return
    if (loading.isTwice(accessRequestOf(loading, source, user.id), user.username, path)) return
    const time = isoTime(request.requested_at) ?? loading.timeWithin(projectOf(source))
    requestAccess(loading.alone(time), source, user)
  })
  each(seed.invitations, 'invitations', ({ email, level = 'developer', ...invited }, path) => {
    const source = ownerOf(loading, invited, path)
    const { expires_at, invited_by } = invited
    const creator =
      invited_by === undefined ? undefined : loading.user(invited_by, `${path}.invited_by`)
    if (!source || loading.isTwice(invitationOf(loading, source, email), email, path)) return
    const terms = { access_level: levels[level], expires_at, created_by_id: creator?.id }
    addInvitation(loading.alone(loading.timeWithin(projectOf(source))), source, { ...terms, email })
  })
}

function projectOf(source: EntryOwner) {
  return 'project' in source ? source.project : undefined
}

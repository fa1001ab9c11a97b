import { addBadge } from '../../gitlab/domain/badges.ts'
import type { ReadSeed } from '../schema.ts'
import { each, type Loading } from './loading.ts'
import { ownerOf } from './owner.ts'

/** The badges of projects and groups. */
export function loadBadges(loading: Loading, seed: ReadSeed): void {
  each(seed.badges, 'badges', ({ name, link_url, image_url, ...place }, path) => {
    const owner = ownerOf(loading, place, path)
    if (!owner) return
    const project = 'project' in owner ? owner.project : undefined
    const context = loading.alone(loading.timeWithin(project))
    addBadge(context, owner, { name: name ?? null, link_url, image_url })
  })
}

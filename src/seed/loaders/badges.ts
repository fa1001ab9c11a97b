import { addBadge } from '../../gitlab/domain/badges.ts'
import { integrationOf, setIntegration } from '../../gitlab/domain/integrations/integrations.ts'
import { integrationKinds } from '../../gitlab/domain/integrations/kinds.ts'
import type { ReadSeed } from '../schema.ts'
import { each, type Loading } from './loading.ts'
import { ownerOf } from './owner.ts'

/** Loads the badges of projects and groups. */
export function loadBadges(loading: Loading, seed: ReadSeed): void {
  each(seed.badges, 'badges', ({ name, link_url, image_url, ...place }, path) => {
    const owner = ownerOf(loading, place, path)
    if (!owner) return
    const project = 'project' in owner ? owner.project : undefined
    const context = loading.alone(loading.timeWithin(project))
    addBadge(context, owner, { name: name ?? null, link_url, image_url })
  })
}

/** Loads the integrations of projects and groups. */
export function loadIntegrations(loading: Loading, seed: ReadSeed): void {
  each(seed.integrations, 'integrations', ({ slug, settings = {}, ...place }, path) => {
    const owner = ownerOf(loading, place, path)
    if (!owner) return
    const known = Object.keys(integrationKinds)
    if (!known.includes(slug)) return loading.unknown('integration', slug, `${path}.slug`, known)
    if (loading.isTwice(integrationOf(loading, owner, slug), slug, `${path}.slug`)) return
    const project = 'project' in owner ? owner.project : undefined
    const context = loading.alone(loading.timeWithin(project))
    setIntegration(context, owner, integrationKinds, slug, settings)
  })
}

import type { Feature } from '../../../contract/generated/v4/contract.ts'
import type { UploadedFile } from '../../../contract/uploaded-file.ts'
import {
  appearanceOf,
  changeAppearance,
  checkAppearance,
} from '../../domain/instance/appearance.ts'
import {
  checkFeature,
  type FeatureRecord,
  removeFeature,
  setFeature,
} from '../../domain/instance/features.ts'
import { changePlanLimits, planLimits } from '../../domain/instance/plan-limits.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/instance.yaml. */
export const instance = {
  getAppearance: (context) => appearanceOf(context),

  updateAppearance(context, { logo, pwa_icon, header_logo, favicon, ...texts }) {
    const changes = {
      ...texts,
      logo: nameOf(logo),
      pwa_icon: nameOf(pwa_icon),
      header_logo: nameOf(header_logo),
      favicon: nameOf(favicon),
    }
    checkAppearance(changes)
    return changeAppearance(context, changes)
  },

  getPlanLimits: (context) => planLimits(context),

  updatePlanLimits: (context, { plan_name: _, ...limits }) => changePlanLimits(context, limits),

  listFeatures: ({ settings }) => settings.features.map(featureResource),

  listFeatureDefinitions: () => [],

  setFeature(context, { name, ...request }) {
    checkFeature(context, name, request)
    return featureResource(setFeature(context, name, request))
  },

  deleteFeature(context, { name }) {
    removeFeature(context, name)
    return undefined
  },
} satisfies OperationsOf<'v4', 'Instance'>

/** Returns the file name of an image; null for an empty value, which removes the image. */
function nameOf(picture: UploadedFile | null | undefined): string | null | undefined {
  return picture === undefined ? undefined : picture?.name || null
}

/** Returns a feature flag (schemas/v4/resources/feature.json). */
function featureResource(feature: FeatureRecord): Feature {
  const { name, boolean, percentage_of_time: time, percentage_of_actors, actors, groups } = feature
  const gates = [
    { key: 'boolean', value: boolean },
    ...(actors.length > 0 ? [{ key: 'actors', value: actors }] : []),
    ...(groups.length > 0 ? [{ key: 'groups', value: groups }] : []),
    ...(percentage_of_actors === null
      ? []
      : [{ key: 'percentage_of_actors', value: percentage_of_actors }]),
    ...(time === null ? [] : [{ key: 'percentage_of_time', value: time }]),
  ]
  const isForSome = gates.slice(1).some(({ value }) => value !== 0)
  const state = boolean ? 'on' : isForSome ? 'conditional' : 'off'
  return { name, state, gates, definition: null }
}

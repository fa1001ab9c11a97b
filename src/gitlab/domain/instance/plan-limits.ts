import type { Context } from '../context.ts'

/** The default limits of a plan (the table `plan_limits` of GitLab 18). */
const defaults = {
  ci_instance_level_variables: 25,
  ci_pipeline_size: 0,
  ci_active_jobs: 0,
  ci_project_subscriptions: 2,
  ci_pipeline_schedules: 10,
  ci_needs_size_limit: 50,
  ci_registered_group_runners: 1000,
  ci_registered_project_runners: 1000,
  dotenv_size: 5120,
  dotenv_variables: 20,
  pipeline_hierarchy_size: 1000,
  conan_max_file_size: 3_221_225_472,
  enforcement_limit: 0,
  generic_packages_max_file_size: 5_368_709_120,
  helm_max_file_size: 5_242_880,
  maven_max_file_size: 3_221_225_472,
  notification_limit: 0,
  npm_max_file_size: 524_288_000,
  nuget_max_file_size: 524_288_000,
  pypi_max_file_size: 3_221_225_472,
  storage_size_limit: 0,
  terraform_module_max_file_size: 1_073_741_824,
}

/** The limits of the only plan; Forgery does not enforce them. */
export type PlanLimits = typeof defaults

export function planLimits({ settings }: Pick<Context, 'settings'>): PlanLimits {
  return { ...defaults, ...settings.plan_limits }
}

/** Updates the given limits. */
export function changePlanLimits(
  { store, settings }: Context,
  changes: Readonly<Record<string, number>>,
): PlanLimits {
  const plan_limits = { ...settings.plan_limits, ...changes }
  return planLimits({ settings: store.settings.replace(settings, { plan_limits }) })
}

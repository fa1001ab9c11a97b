import { templatesOf } from '../../domain/templates/templates.ts'
import { licenseResource, templateText } from '../../resources/template.ts'
import type { OperationsOf } from '../operation.ts'
import { licenseOf, licensesFor, templateOf } from '../templates.ts'

/** The operations of schemas/v3/paths/extensions/templates.yaml. */
export const templates = {
  listGitignores: () => templatesOf('gitignores').map(({ name }) => ({ name })),
  getGitignore: (_, { key }) => templateText(templateOf('gitignores', key)),
  listCiConfigurations: () => templatesOf('gitlab_ci_ymls').map(({ name }) => ({ name })),
  getCiConfiguration: (_, { key }) => templateText(templateOf('gitlab_ci_ymls', key)),

  listLicenses: (context, { popular }) =>
    licensesFor(context, {})
      .filter((one) => !popular || one.popular)
      .map(licenseResource),
  getLicense: (context, { key, ...request }) => licenseResource(licenseOf(context, key, request)),
} satisfies OperationsOf<'v3', 'Templates'>

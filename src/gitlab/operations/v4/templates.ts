import { notFound } from '../../../contract/errors.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { projectTemplates } from '../../domain/templates/project-templates.ts'
import { templatesOf } from '../../domain/templates/templates.ts'
import type { TemplateKind } from '../../domain/templates/texts.ts'
import { licenseResource, templateName, templateText } from '../../resources/template.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { licenseOf, licensesFor, templateOf } from '../templates.ts'

/** The operations of schemas/v4/paths/templates.yaml. */
export const templates = {
  listDockerfiles: () => list(templatesOf('dockerfiles'), templateName),
  getDockerfile: (_, { key }) => templateText(templateOf('dockerfiles', key)),
  listGitignores: () => list(templatesOf('gitignores'), templateName),
  getGitignore: (_, { key }) => templateText(templateOf('gitignores', key)),
  listCiConfigurations: () => list(templatesOf('gitlab_ci_ymls'), templateName),
  getCiConfiguration: (_, { key }) => templateText(templateOf('gitlab_ci_ymls', key)),

  listLicenses: (context, { popular }) =>
    list(
      licensesFor(context, {}).filter((one) => !popular || one.popular),
      licenseResource,
    ),
  getLicense: (context, { key, ...request }) => licenseResource(licenseOf(context, key, request)),

  listProjectTemplates(context, { type }) {
    context.viewer.must('download_code', context.project)
    return list(namesIn(context, type), templateName)
  },

  getProjectTemplate(context, { type, name, source_template_project_id: source, ...request }) {
    context.viewer.must('download_code', context.project)
    if (type === 'licenses') return licenseResource(licenseOf(context, name, request))
    const found = textsIn(context, type, source).find(({ key }) => key === name)
    if (!found) throw notFound('Template')
    return templateText(found)
  },
} satisfies OperationsOf<'v4', 'Templates'>

type TextKind = TemplateKind | 'issues' | 'merge_requests'

function namesIn(context: ProjectContext, type: TextKind | 'licenses') {
  return type === 'licenses' ? licensesFor(context, {}) : textsIn(context, type)
}

/**
 * Returns the templates of a type. Description templates can come from another project whose code the caller can read.
 */
function textsIn(context: ProjectContext, type: TextKind, sourceId?: number) {
  if (type !== 'issues' && type !== 'merge_requests') return templatesOf(type)
  const { store, viewer, project } = context
  const source = sourceId === undefined ? project : store.projects.get(sourceId)
  if (!source || !viewer.can('download_code', source)) throw notFound('Template')
  return projectTemplates(context, source, type)
}

import { mustAdminBuilds } from '../../access/builds.ts'
import {
  changeVariable,
  checkVariable,
  createVariable,
  existingVariable,
  removeVariable,
  variablesOf,
} from '../../domain/builds/variables.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { variableResource } from '../../resources/v3/variable.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/variables.yaml. */
export const variables = {
  listProjectVariables(context) {
    mustAdminBuilds(context)
    return list(variablesOf(context, { project: context.project }), variableResource)
  },

  createProjectVariable(context, { key, value }) {
    mustAdminBuilds(context)
    const owner = { project: context.project }
    checkVariable(context, owner, { key, value })
    return variableResource(createVariable(context, owner, { key, value }))
  },

  getProjectVariable: (context, { key }) => variableResource(variableOf(context, key)),

  updateProjectVariable(context, { key, value }) {
    const variable = variableOf(context, key)
    if (value === undefined) return variableResource(variable)
    checkVariable(context, { project: context.project }, { key, value }, variable)
    return variableResource(changeVariable(context, variable, { value }))
  },

  deleteProjectVariable(context, { key }) {
    const variable = variableOf(context, key)
    removeVariable(context, variable)
    return variableResource(variable)
  },
} satisfies OperationsOf<'v3', 'Variables'>

function variableOf(context: ProjectContext, key: string) {
  mustAdminBuilds(context)
  return existingVariable(context, { project: context.project }, key, undefined)
}

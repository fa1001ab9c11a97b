import type { NewDeployToken, OperationTypes } from '../../../contract/generated/v4/contract.ts'
import type { DeployTokenRecord } from '../../../store/models/deploy-token.ts'
import {
  addDeployToken,
  checkDeployToken,
  type DeployTokenOwner,
  deployTokensOf,
  existingDeployToken,
  isActiveDeployToken,
  removeDeployToken,
} from '../../domain/builds/deploy-tokens.ts'
import type { Context } from '../../domain/context.ts'
import { deployToken } from '../../resources/v4/deploy-token.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/deploy-tokens.yaml. */
export const deployTokens = {
  listDeployTokens: (context, { active }) =>
    listed(context, context.store.deployTokens.all(), active),

  listProjectDeployTokens(context, { active }) {
    context.viewer.must('admin_project', context.project)
    return listed(context, deployTokensOf(context, context), active)
  },

  getProjectDeployToken(context, { token_id }) {
    context.viewer.must('admin_project', context.project)
    return deployToken(existingDeployToken(context, context, token_id), context)
  },

  createProjectDeployToken(context, request) {
    context.viewer.must('admin_project', context.project)
    return create(context, { project: context.project }, request)
  },

  deleteProjectDeployToken(context, { token_id }) {
    context.viewer.must('admin_project', context.project)
    removeDeployToken(context, existingDeployToken(context, context, token_id))
    return undefined
  },

  listGroupDeployTokens(context, { active }) {
    context.viewer.mustInGroup('read_deploy_tokens', context.group)
    return listed(context, deployTokensOf(context, context), active)
  },

  getGroupDeployToken(context, { token_id }) {
    context.viewer.mustInGroup('read_deploy_tokens', context.group)
    return deployToken(existingDeployToken(context, context, token_id), context)
  },

  createGroupDeployToken(context, request) {
    context.viewer.mustInGroup('admin_group', context.group)
    return create(context, { group: context.group }, request)
  },

  deleteGroupDeployToken(context, { token_id }) {
    context.viewer.mustInGroup('admin_group', context.group)
    removeDeployToken(context, existingDeployToken(context, context, token_id))
    return undefined
  },
} satisfies OperationsOf<'v4', 'Deploy tokens'>

function listed(
  context: Context,
  tokens: readonly DeployTokenRecord[],
  active: boolean | undefined,
) {
  const found = tokens.filter(
    (token) => active === undefined || isActiveDeployToken(token, context.now) === active,
  )
  return list(found, (token) => deployToken(token, context))
}

function create(
  context: Context,
  owner: DeployTokenOwner,
  request: OperationTypes['createProjectDeployToken']['parameters'],
): NewDeployToken {
  const { name, scopes, username, expires_at } = request
  checkDeployToken({ scopes })
  const added = addDeployToken(context, owner, { name, scopes, username, expires_at })
  return { ...deployToken(added, context), token: added.token }
}

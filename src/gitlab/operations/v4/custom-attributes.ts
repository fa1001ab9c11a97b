import { notFound, recordNotFound } from '../../../contract/errors.ts'
import type { CustomAttribute } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import { type AttributeHolder, changeCustomAttribute } from '../../domain/custom-attributes.ts'
import type { OperationsOf } from '../operation.ts'
import { attributesOf } from './custom-attribute-requests.ts'

/** The operations of schemas/v4/paths/custom-attributes.yaml. */
export const customAttributes = {
  listCustomAttributesOfUser: ({ user }) => attributesOf(user),
  getCustomAttributeOfUser: ({ user }, { key }) => attribute({ kind: 'user', record: user }, key),
  setCustomAttributeOfUser: (context, { key, value }) =>
    setAttribute(context, { kind: 'user', record: context.user }, { key, value }),
  removeCustomAttributeOfUser: (context, { key }) =>
    removeAttribute(context, { kind: 'user', record: context.user }, key),

  listCustomAttributesOfGroup: ({ group }) => attributesOf(group),
  getCustomAttributeOfGroup: ({ group }, { key }) =>
    attribute({ kind: 'group', record: group }, key),
  setCustomAttributeOfGroup: (context, { key, value }) =>
    setAttribute(context, { kind: 'group', record: context.group }, { key, value }),
  removeCustomAttributeOfGroup: (context, { key }) =>
    removeAttribute(context, { kind: 'group', record: context.group }, key),

  listCustomAttributesOfProject: ({ project }) => attributesOf(project),
  getCustomAttributeOfProject: ({ project }, { key }) =>
    attribute({ kind: 'project', record: project }, key),
  setCustomAttributeOfProject: (context, { key, value }) =>
    setAttribute(context, { kind: 'project', record: context.project }, { key, value }),
  removeCustomAttributeOfProject: (context, { key }) =>
    removeAttribute(context, { kind: 'project', record: context.project }, key),
} satisfies OperationsOf<'v4', 'Custom attributes'>

function keptUnder({ record }: AttributeHolder, key: string): string | undefined {
  const { custom_attributes: all } = record
  return Object.hasOwn(all, key) ? all[key] : undefined
}

function attribute(holder: AttributeHolder, key: string): CustomAttribute {
  const value = keptUnder(holder, key)
  if (value === undefined) throw recordNotFound()
  return { key, value }
}

function setAttribute(
  context: Context,
  holder: AttributeHolder,
  { key, value }: CustomAttribute,
): CustomAttribute {
  changeCustomAttribute(context, holder, key, value)
  return { key, value }
}

function removeAttribute(context: Context, holder: AttributeHolder, key: string): undefined {
  if (keptUnder(holder, key) === undefined) throw notFound('Custom attribute')
  changeCustomAttribute(context, holder, key, undefined)
}

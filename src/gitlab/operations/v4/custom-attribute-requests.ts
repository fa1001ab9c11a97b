import type { CustomAttribute } from '../../../contract/generated/v4/contract.ts'
import type { Context } from '../../domain/context.ts'
import type { AttributeHolder } from '../../domain/custom-attributes.ts'

type Holder = AttributeHolder['record']

/** The parameters for custom attributes, which only administrators can use; those of others are ignored. */
export interface CustomAttributeRequest {
  /** The required values by key. */
  readonly custom_attributes?: Readonly<Record<string, string>>
  readonly with_custom_attributes?: boolean
}

/** Returns a filter for records with all requested attributes. */
export function attributeTest(
  { viewer }: Pick<Context, 'viewer'>,
  { custom_attributes: wanted = {} }: CustomAttributeRequest,
): (record: Holder) => boolean {
  const asked = viewer.isAdmin ? Object.entries(wanted) : []
  return ({ custom_attributes: kept }) =>
    asked.every(([key, value]) => Object.hasOwn(kept, key) && kept[key] === value)
}

/** Adds the custom attributes of its record to a resource, where an administrator asks for them. */
export function withAttributes<Resource extends object>(
  resource: Resource,
  record: Holder,
  { viewer }: Pick<Context, 'viewer'>,
  { with_custom_attributes: isAsked }: CustomAttributeRequest,
): Resource & { custom_attributes?: CustomAttribute[] } {
  return isAsked && viewer.isAdmin
    ? Object.assign(resource, { custom_attributes: attributesOf(record) })
    : resource
}

/** Returns the custom attributes of a record. */
export function attributesOf({ custom_attributes }: Holder): CustomAttribute[] {
  return Object.entries(custom_attributes).map(([key, value]) => ({ key, value }))
}
